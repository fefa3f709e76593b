import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("Elapsed time without a signal from a phone")
struct PassedTimeTests {
    private static let hour = 60.0

    private func phone() throws -> (world: SmallWorld, live: LivePhone) {
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        return (world, LivePhone(device, pipeline: try world.pipeline()))
    }

    private static func fix(_ minute: Double, east: Double = 0) throws -> DeviceInput {
        .fix(
            Fix(
                time: SmallWorld.minute(minute),
                coordinate: try SmallWorld.coordinate(east: east),
                horizontalAccuracy: 10
            )
        )
    }

    private static func passed(_ minute: Double) -> DeviceInput { .passed(at: SmallWorld.minute(minute)) }

    /// Half an hour at the first place, with a fix every minute.
    private static func stay() throws -> [DeviceInput] { try (0...30).map { try fix(Double($0)) } }

    private func report(_ live: inout LivePhone, _ inputs: [DeviceInput]) throws -> [GeofenceEvent.Kind] {
        try live.report(inputs, observedAt: SmallWorld.now).map(\.kind).filter { $0.visit != nil }
    }

    @Test("a stay times out when the service advances the clock, and its end is emitted")
    func fallsSilent() throws {
        var (world, live) = try phone()
        _ = try report(&live, Self.stay())
        #expect(try report(&live, [Self.passed(30 + 4 * Self.hour)]).isEmpty)
        #expect(try world.visits().first?.status == .open)
        let emitted = try report(&live, [Self.passed(31 + 4 * Self.hour)])
        #expect(emitted.map(\.name) == ["Exited"])
        let visit = try #require(try world.visits().first)
        #expect(visit.status == .timedOut)
        #expect(visit.exitedAt == SmallWorld.minute(30))
        #expect(visit.verdict == .counted)
    }

    @Test("fixes from before the elapsed time are evaluated in their place, and the visit continues under its name")
    func lateFixes() throws {
        var (world, live) = try phone()
        _ = try report(&live, Self.stay() + [Self.passed(31 + 4 * Self.hour)])
        let name = try #require(try world.visits().first).id
        _ = try report(&live, try (1...60).map { try Self.fix(30 + Double($0) * 5) })
        let visits = try world.visits()
        #expect(visits.map(\.id) == [name])
        #expect(visits.first?.status == .open)
        #expect(visits.first?.lastProofAt == SmallWorld.minute(330))
    }

    @Test("heartbeats hold a stay, and a fix outside ends it when it left")
    func heartbeats() throws {
        var (world, live) = try phone()
        _ = try report(&live, Self.stay())
        for number in 1...9 {
            let beat = DeviceInput.changed(.heartbeat, at: SmallWorld.minute(Double(number) * Self.hour))
            #expect(try report(&live, [beat]).isEmpty)
        }
        #expect(try report(&live, [Self.passed(10 * Self.hour)]).isEmpty)
        _ = try report(&live, [try Self.fix(602, east: 3000), try Self.fix(603, east: 3000)])
        let visit = try #require(try world.visits().first)
        #expect(visit.status == .closed)
        // Between the last heartbeat and the latest possible departure.
        #expect(try #require(visit.exitedAt) > SmallWorld.minute(540))
    }

    @Test("a slot kept for a visit goes to a nearer place when the visit times out")
    func slots() throws {
        let world = try SmallWorld(places: 60, apart: 400)
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .ios)
        var live = LivePhone(device, pipeline: try world.pipeline())
        _ = try report(&live, try Self.stay() + [Self.fix(40, east: 20_000)])
        #expect(try live.registered().contains(SmallWorld.placeID(0)))
        _ = try report(&live, [Self.passed(41 + 4 * Self.hour)])
        #expect(try !live.registered().contains(SmallWorld.placeID(0)))
        #expect(try live.registered().count == 20)
    }

    @Test("a visit at a place that was retired meanwhile ends when the clock advances", arguments: [false, true])
    func retired(isFresh: Bool) throws {
        var (world, live) = try phone()
        _ = try report(&live, Self.stay())
        let others = try (1...2).map { try SmallWorld.place($0, eastMeters: Double($0) * 800) }
        try world.setFacilities(others, from: SmallWorld.minute(60), replace: true)
        live = LivePhone(live.device, pipeline: try world.pipeline())
        if !isFresh { _ = try live.registered() }
        #expect(try report(&live, [Self.passed(59)]).isEmpty)
        #expect(try report(&live, [Self.passed(61)]).map(\.name) == ["Exited"])
        #expect(try world.visits().first?.doubts == .facilityChanged)
    }

    @Test("a query beforehand says whether advancing the clock emits anything", arguments: 0..<UInt64(12))
    func wouldChange(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let world = try TimelineWorld(.android)
        var (timeline, journal) = (world.timeline(), TimelineJournal())
        var (asked, due) = (0, 0)
        for input in try world.inputs(hours: 30, seed: seed) {
            if let last = timeline.lastInput?.time, input.time > last {
                let span = last.seconds(to: input.time)
                let time = last.advanced(bySeconds: .random(in: 0...span, using: &random))
                var (copy, emitted) = (timeline, TimelineJournal())
                copy.advance(.passed(at: time), world.context, into: &emitted)
                let isNews = time > last && !emitted.entries.isEmpty
                #expect(timeline.wouldChange(at: time, world.context) == isNews, "seed \(seed): \(time)")
                #expect(!timeline.wouldChange(at: last, world.context), "seed \(seed): nothing is news of the past")
                (asked, due) = (asked + 1, due + (isNews ? 1 : 0))
                if isNews { #expect(!copy.wouldChange(at: time.advanced(bySeconds: 1), world.context)) }
            }
            timeline.advance(input, world.context, into: &journal)
        }
        #expect(asked > 100 && due > 0 && due < asked / 2, "seed \(seed): \(due) of \(asked)")
    }

    @Test("fixes, heartbeats and elapsed time end in the same visits in any order", .long, arguments: 0..<UInt64(4))
    func anyOrder(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var inputs = try Journey.random("phone", member: "ann", .android, hours: 30, using: &random)
            .map { DeviceInput.fix($0.fix) }
        let fixes = inputs
        for _ in 0..<60 {
            let time = SmallWorld.minute(.random(in: 0...2200, using: &random))
            switch UInt8.random(in: 0...2, using: &random) {
            case 0: inputs.append(.passed(at: time))
            case 1: inputs.append(.changed(.alive, at: time))
            default:
                inputs.append(.changed(.heartbeat, at: time))
                // With the last fix once more, and the battery level of now.
                guard let last = fixes.last(where: { $0.time < time }) else { continue }
                inputs.append(last.withFix { $0.battery = .random(in: 0...1, using: &random) })
            }
        }
        inputs.sort()
        let inOrder = try Self.outcome(of: inputs, batchSize: 500)
        #expect(inOrder.visits.count > 3, "seed \(seed)")
        for batchSize in [5, 60] {
            let outcome = try Self.outcome(of: inputs.shuffled(using: &random), batchSize: batchSize)
            expectSame(outcome.visits, inOrder.visits, "seed \(seed), batches of \(batchSize)")
            expectSame(outcome.events, inOrder.events, "seed \(seed), batches of \(batchSize)")
        }
        let again = try Self.outcome(of: inputs + inputs.shuffled(using: &random), batchSize: 100)
        expectSame(again.visits, inOrder.visits, "seed \(seed), twice")
    }

    @Test("elapsed time changes nothing that counts", arguments: 0..<UInt64(8))
    func countsAreTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try Journey.random("phone", member: "ann", .android, hours: 40, using: &random)
        var inputs = fixes.map { DeviceInput.fix($0.fix) }
        let last = try #require(inputs.last).time
        inputs.append(
            .fix(Fix(time: last.advanced(bySeconds: 90_000), coordinate: try SmallWorld.coordinate(east: 90_000)))
        )
        let plain = try Self.outcome(of: inputs, batchSize: 1000)
        for _ in 0..<60 { inputs.append(.passed(at: SmallWorld.minute(.random(in: 0...2700, using: &random)))) }
        let ticked = try Self.outcome(of: inputs, batchSize: 1000)
        expectSame(ticked.visits.filter(\.isCounted), plain.visits.filter(\.isCounted), "seed \(seed)")
    }

    private static func outcome(
        of inputs: [DeviceInput],
        batchSize: Int
    ) throws -> (visits: [VisitFacts], events: [EventFacts]) {
        let world = try SmallWorld()
        let device = Device(id: try DeviceID("phone"), member: try MemberID("ann"), platform: .android)
        var ingest = try world.pipeline().ingest()
        for start in stride(from: 0, to: inputs.count, by: batchSize) {
            _ = try ingest.ingest(
                Array(inputs[start..<min(start + batchSize, inputs.count)]),
                of: device,
                observed: ObservedTimes(SmallWorld.now)
            )
        }
        return (try world.facts(), try EventFacts.all(in: world.store))
    }
}

extension VisitFacts {
    fileprivate var isCounted: Bool { description.contains(" counted ") }
}
