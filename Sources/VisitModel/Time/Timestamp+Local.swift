internal import Foundation

extension Timestamp {
    /// The day that clocks on the wall of a place show at this time.
    ///
    /// - Parameter zone: the place's time zone.
    /// - Returns: the date or month there.
    public func localDate(in zone: TimeZoneName) -> CivilDate {
        let offset = zone.timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        let days = (milliseconds + Int64(offset) * 1000).flooringQuotientAndRemainder(dividingBy: 86_400_000).quotient
        return CivilDate(daysSince1970: Int(days))
    }

    /// The month that calendars on the wall of a place show at this time.
    ///
    /// - Parameter zone: the place's time zone.
    /// - Returns: the date or month there.
    public func localMonth(in zone: TimeZoneName) -> Month {
        Month(containing: localDate(in: zone))
    }
}
