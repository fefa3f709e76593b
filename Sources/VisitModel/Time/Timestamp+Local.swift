internal import Foundation

extension Timestamp {
    /// The local date in a time zone.
    public func localDate(in zone: TimeZoneName) -> CivilDate {
        let days = localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).quotient
        return CivilDate(daysSince1970: Int(days))
    }

    /// The local time of day in a time zone, in whole seconds after midnight, 0..<86 400.
    public func secondOfDay(in zone: TimeZoneName) -> Int {
        Int(localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).remainder / 1000)
    }

    /// The time at which local clocks show a date and time of day.
    ///
    /// Where clocks show it twice, this is the earlier time. Where they skip it, the offset from before the change
    /// applies.
    ///
    /// - Parameters:
    ///   - localMilliseconds: the milliseconds since 1970-01-01 00:00 on local clocks.
    ///   - zone: the place's time zone.
    public init(localMilliseconds: Int64, in zone: TimeZoneName) {
        func offset(at milliseconds: Int64) -> Int64 {
            Timestamp(milliseconds: milliseconds).offsetMilliseconds(in: zone)
        }
        // The offset in force is at most 14 hours, so a day before and a day after the local time taken as UTC give the
        // offsets on either side of a clock change. Of the offsets that match, the larger gives the earlier time.
        let before = offset(at: localMilliseconds - 86_400_000)
        let after = offset(at: localMilliseconds + 86_400_000)
        let fitting = [max(before, after), min(before, after)].first { offset(at: localMilliseconds - $0) == $0 }
        self.init(milliseconds: localMilliseconds - (fitting ?? before))
    }

    private func localMilliseconds(in zone: TimeZoneName) -> Int64 { milliseconds + offsetMilliseconds(in: zone) }

    private func offsetMilliseconds(in zone: TimeZoneName) -> Int64 {
        Int64(zone.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) * 1000
    }

    /// The local month in a time zone.
    public func localMonth(in zone: TimeZoneName) -> Month {
        Month(containing: localDate(in: zone))
    }
}
