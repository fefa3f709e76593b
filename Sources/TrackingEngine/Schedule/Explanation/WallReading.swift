internal import TrackingModel
package import VisitModel

/// A time as local time with its offset from UTC, and as UTC.
package struct WallReading: Hashable, Sendable, Encodable {
    /// The local time with the weekday: `Wednesday 2024-06-05 09:00 +02:00`.
    ///
    /// Seconds are shown where they are not zero.
    package let local: String
    /// The time in UTC as ISO 8601: `2024-06-05T07:00:00Z`.
    package let utc: String

    /// Formats a time in a time zone; a time outside of the years 0 to 9999 is clamped to that range.
    package init(_ time: Timestamp, in zone: TimeZoneName) {
        let time = time.onCalendar
        let second = time.secondOfDay(in: zone)
        let offset = WallClock(zone).offset(at: time)
        let ahead = Int(offset.magnitude)
        self.local =
            "\(time.localDate(in: zone).words) \(Self.clock(second)) \(offset < 0 ? "-" : "+")\(Self.clock(ahead))"
        self.utc = time.iso8601
    }

    private static func clock(_ seconds: Int) -> String {
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return parts.map(ScheduleTime.twoDigits).joined(separator: ":")
    }
}
