internal import Foundation

extension Timestamp {
    /// The day that clocks on the wall of a place show at this time.
    ///
    /// - Parameter zone: the place's time zone.
    /// - Returns: the date or month there.
    public func localDate(in zone: TimeZoneName) -> CivilDate {
        let days = localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).quotient
        return CivilDate(daysSince1970: Int(days))
    }

    /// The time of day that clocks on the wall of a place show at this time.
    ///
    /// - Parameter zone: the place's time zone.
    /// - Returns: whole seconds after midnight there, 0..<86 400.
    public func secondOfDay(in zone: TimeZoneName) -> Int {
        Int(localMilliseconds(in: zone).flooringQuotientAndRemainder(dividingBy: 86_400_000).remainder / 1000)
    }

    /// The time at which clocks in a place show a day and time of day.
    ///
    /// Where clocks show it twice, the earlier; where they leave it out, as much after the change as it is after the last
    /// time that they show.
    ///
    /// - Parameters:
    ///   - localMilliseconds: the milliseconds since 1970-01-01 00:00 on clocks there.
    ///   - zone: the place's time zone.
    public init(localMilliseconds: Int64, in zone: TimeZoneName) {
        func offset(at milliseconds: Int64) -> Int64 {
            Timestamp(milliseconds: milliseconds).offsetMilliseconds(in: zone)
        }
        // The offset in force is at most 14 hours off the local reading taken as UTC: before a change of the clocks by
        // the one rule, after it by the other. The earlier of the two that fit is the answer.
        let before = offset(at: localMilliseconds - 86_400_000)
        let after = offset(at: localMilliseconds + 86_400_000)
        let fitting = [max(before, after), min(before, after)].first { offset(at: localMilliseconds - $0) == $0 }
        self.init(milliseconds: localMilliseconds - (fitting ?? before))
    }

    private func localMilliseconds(in zone: TimeZoneName) -> Int64 { milliseconds + offsetMilliseconds(in: zone) }

    private func offsetMilliseconds(in zone: TimeZoneName) -> Int64 {
        Int64(zone.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))) * 1000
    }

    /// The month that calendars on the wall of a place show at this time.
    ///
    /// - Parameter zone: the place's time zone.
    /// - Returns: the date or month there.
    public func localMonth(in zone: TimeZoneName) -> Month {
        Month(containing: localDate(in: zone))
    }
}
