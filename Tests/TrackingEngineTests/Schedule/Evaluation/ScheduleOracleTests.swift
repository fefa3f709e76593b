import Foundation
import SeededRandom
import LongTests
import Testing
import TrackingEngine
import VisitModel

@Suite("Schedules where clocks change, against working them out minute by minute")
struct ScheduleOracleTests {
    private func schedules(near day: Int, count: Int, seed: UInt64) throws -> [Schedule] {
        var random = ScheduleGenerator(seed: seed)
        return try (0..<count).map { _ in
            Schedule(
                try (0..<Int.random(in: 1...5, using: &random)).map { _ in
                    try ScheduleWorld.entry(near: day, random: &random)
                }
            )
        }
    }

    @Test(
        "edges, forwards and back, are where the mode changes from one minute to the next",
        .long,
        arguments: ScheduleWorld.oddDays
    )
    func edges(zone: String, day: String) throws {
        let place = try TimeZoneName(zone)
        let number = Int(try ScheduleWorld.time("\(day)T00:00Z").milliseconds / 86_400_000)
        let clocks = ScheduleOracle.Clocks(around: number, days: 16, in: place)
        var seen = 0
        for (index, schedule) in try schedules(near: number, count: 10, seed: 7).enumerated() {
            let oracle = ScheduleOracle(schedule, over: clocks)
            let context: Comment = "schedule \(index) of seed 7: \(schedule.entries) in \(zone)"
            var last = oracle.time(oracle.sureMinutes.lowerBound)
            for minute in oracle.edges {
                let edge = try #require(schedule.nextEdge(after: last, in: place), context)
                #expect(edge.time == oracle.time(minute), context)
                #expect(edge.before.mode == oracle.modes[minute - 1], context)
                #expect(edge.after.mode == oracle.modes[minute], context)
                #expect(schedule.lastEdge(notAfter: edge.time, in: place)?.time == edge.time, context)
                if last != oracle.time(oracle.sureMinutes.lowerBound) {
                    let before = edge.time.advanced(by: .milliseconds(-1))
                    #expect(schedule.lastEdge(notAfter: before, in: place)?.time == last, context)
                }
                last = edge.time
                seen += 1
            }
            if let next = schedule.nextEdge(after: last, in: place) {
                #expect(next.time >= oracle.time(oracle.sureMinutes.upperBound), context)
            }
        }
        #expect(seen > 40)
    }

    @Test("every minute around a change of the clocks says the same", .long, arguments: ScheduleWorld.oddDays)
    func minutes(zone: String, day: String) throws {
        let place = try TimeZoneName(zone)
        let number = Int(try ScheduleWorld.time("\(day)T00:00Z").milliseconds / 86_400_000)
        let clocks = ScheduleOracle.Clocks(around: number, days: 10, in: place)
        for (index, schedule) in try schedules(near: number, count: 2, seed: 11).enumerated() {
            let oracle = ScheduleOracle(schedule, over: clocks)
            // The day of the change, and some hours on either side.
            let middle = oracle.modes.count / 2
            for minute in middle - 240..<middle + 1440 + 240 {
                let mode = schedule.state(at: oracle.time(minute), in: place).mode
                guard mode != oracle.modes[minute] else { continue }
                Issue.record("schedule \(index) of seed 11: \(schedule.entries) in \(zone) at \(oracle.time(minute))")
                break
            }
        }
    }

    @Test("the odd days are days on which clocks change, but for one", arguments: ScheduleWorld.oddDays)
    func odd(zone: String, day: String) throws {
        let place = try TimeZoneName(zone).timeZone
        let noon = Date(timeIntervalSince1970: try ScheduleWorld.time("\(day)T12:00Z").seconds)
        let offsets = stride(from: -36.0, through: 36, by: 1).map { place.secondsFromGMT(for: noon + $0 * 3600) }
        #expect((Set(offsets).count == 2) == (day != "2024-06-05"), "\(Set(offsets))")
    }

    @Test("no zone changes its clocks twice within 36 hours, since 1970")
    func changesAreApart() {
        let zones = ["Europe/Berlin", "Africa/Casablanca", "Africa/Cairo", "America/Argentina/San_Luis", "Asia/Gaza"]
        for name in Set(zones + ScheduleWorld.oddDays.map(\.zone)) {
            guard let zone = TimeZone(identifier: name) else { continue }
            var last: Int?
            var offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: 0))
            for hour in stride(from: 0, to: 24 * 365 * 60, by: 3) {
                let next = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(hour) * 3600))
                guard next != offset else { continue }
                if let last, hour - last <= 36 { Issue.record("\(name) at hour \(hour)") }
                (last, offset) = (hour, next)
            }
        }
    }
}
