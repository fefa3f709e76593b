import Foundation
import SeededRandom
import Testing
import TrackingEngine
import VisitModel

/// A random number generator with the same sequence on every machine (SplitMix64).
struct ScheduleGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Constructors for the times and schedules of the tests.
enum ScheduleWorld {
    static let berlin = "Europe/Berlin"

    /// Zones with unusual clock changes, and days around them.
    static let oddDays: [(zone: String, day: String)] = [
        ("Europe/Berlin", "2024-03-31"), ("Europe/Berlin", "2024-10-27"), ("America/New_York", "2024-03-10"),
        ("America/New_York", "2024-11-03"), ("Australia/Lord_Howe", "2024-04-07"),
        ("Australia/Lord_Howe", "2024-10-06"),
        ("Africa/Casablanca", "2024-03-10"), ("Africa/Casablanca", "2024-04-14"), ("Pacific/Apia", "2011-09-24"),
        ("Pacific/Apia", "2011-12-30"), ("Pacific/Apia", "2012-04-01"), ("America/Sao_Paulo", "2018-02-18"),
        ("America/Sao_Paulo", "2018-11-04"), ("Asia/Kathmandu", "1986-01-01"), ("Asia/Kathmandu", "2024-06-05"),
        ("Pacific/Kiritimati", "1994-12-31"), ("America/St_Johns", "2006-04-02"), ("America/St_Johns", "2006-10-29"),
        ("Antarctica/Troll", "2024-03-31"), ("Antarctica/Troll", "2024-10-27"), ("Pacific/Kwajalein", "1993-08-21"),
    ]

    /// A time in UTC: `2024-03-31T01:00Z`; or a local time of the zone that occurs once: `2024-06-05T08:00`.
    static func time(_ text: String, _ zone: String = berlin) throws -> Timestamp {
        let isUTC = text.hasSuffix("Z")
        let parts = text.dropLast(isUTC ? 1 : 0).split(whereSeparator: { "-T:".contains($0) }).compactMap { Int($0) }
        let date = try #require(CivilDate(year: parts[0], month: parts[1], day: parts[2]))
        let seconds = parts[3] * 3600 + parts[4] * 60 + (parts.count > 5 ? parts[5] : 0)
        let milliseconds = Int64(date.daysSince1970) * 86_400_000 + Int64(seconds) * 1000
        guard !isUTC else { return Timestamp(milliseconds: milliseconds) }
        return Timestamp(localMilliseconds: milliseconds, in: try TimeZoneName(zone))
    }

    /// A random entry, most often with times at which clocks change, and with days near one.
    static func entry(near day: Int, random: inout ScheduleGenerator) throws -> ScheduleEntry {
        let mode: ScheduleMode = Bool.random(using: &random) ? .location : .geofence
        let date = CivilDate(daysSince1970: day + Int.random(in: -3...3, using: &random))
        switch Int.random(in: 0..<10, using: &random) {
        case 0, 1:
            return ScheduleEntry(.day(date, try hours(&random)), mode: mode)
        case 2:
            let last = CivilDate(daysSince1970: date.daysSince1970 + Int.random(in: 1...5, using: &random))
            let span = ScheduleSpan(
                from: ScheduleDateTime(date, try clock(&random)),
                to: ScheduleDateTime(last, try clock(&random))
            )
            return ScheduleEntry(.span(try #require(span)), mode: mode)
        default:
            let days = (1...7).filter { _ in Int.random(in: 0..<3, using: &random) > 0 }
            return ScheduleEntry(
                .weekly(try #require(ScheduleDays(days.isEmpty ? [1] : days)), try hours(&random)),
                mode: mode
            )
        }
    }

    private static func hours(_ random: inout ScheduleGenerator) throws -> ScheduleHours {
        while true {
            if let hours = ScheduleHours(from: try clock(&random), to: try clock(&random)) { return hours }
        }
    }

    private static func clock(_ random: inout ScheduleGenerator) throws -> ScheduleTime {
        let oddMinutes = [0, 1, 30, 60, 90, 105, 120, 121, 135, 150, 165, 180, 181, 210, 1380, 1410, 1439]
        let isOdd = Int.random(in: 0..<3, using: &random) > 0
        let minute = isOdd ? oddMinutes.randomElement(using: &random) ?? 0 : Int.random(in: 0..<1440, using: &random)
        return try #require(ScheduleTime(hour: minute / 60, minute: minute % 60))
    }
}
