internal import VisitModel

/// Formats local times.
///
/// The day is included where the span has more than one, and the offset from UTC on a day on which it changes:
/// `01:19:30-05:00`.
struct LocalClock {
    private let zone: TimeZoneName
    private let showsDay: Bool
    /// The span in words: `2024-03-18 06:30:00 to 10:00:00 America/New_York`.
    let span: String

    init(_ zone: TimeZoneName, showing span: ClosedRange<Timestamp>) {
        self.zone = zone
        let (first, last) = (span.lowerBound.localDate(in: zone), span.upperBound.localDate(in: zone))
        showsDay = first != last
        let end = showsDay ? "\(last) " : ""
        self.span =
            "\(first) \(Self.clock(span.lowerBound, zone)) to \(end)\(Self.clock(span.upperBound, zone)) \(zone)"
    }

    func text(_ time: Timestamp) -> String {
        let clock = Self.clock(time, zone)
        return showsDay ? "\(time.localDate(in: zone).description.dropFirst(5)) \(clock)" : clock
    }

    private static func clock(_ time: Timestamp, _ zone: TimeZoneName) -> String {
        let second = time.secondOfDay(in: zone)
        let offset = minutesEast(time, zone)
        let midnight = time.advanced(bySeconds: -Double(second))
        let isPlain = [0.0, 86_400].allSatisfy { minutesEast(midnight.advanced(bySeconds: $0), zone) == offset }
        return words([second / 3600, second / 60 % 60, second % 60])
            + (isPlain ? "" : (offset < 0 ? "-" : "+") + words([abs(offset) / 60, abs(offset) % 60]))
    }

    /// The zone's offset from UTC, in minutes; positive is east.
    private static func minutesEast(_ time: Timestamp, _ zone: TimeZoneName) -> Int {
        let local = Int64(time.localDate(in: zone).daysSince1970) * 86_400 + Int64(time.secondOfDay(in: zone))
        let utc = Int64(time.localDate(in: .utc).daysSince1970) * 86_400 + Int64(time.secondOfDay(in: .utc))
        return Int(local - utc) / 60
    }

    private static func words(_ parts: [Int]) -> String {
        parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
