package import VisitModel

/// The counted visits of a month by the weekday and the local hour in which they began.
package struct BusyHours: Hashable, Sendable {
    /// Visits that began in one quarter of an hour of UTC at facilities of one time zone.
    package struct Quarter: Hashable, Sendable {
        package let timeZone: TimeZoneName
        /// The quarters since 1970-01-01T00:00Z; every time zone is a multiple of one from UTC.
        package let number: Int64
        package let visits: Int

        package init(timeZone: TimeZoneName, number: Int64, visits: Int) {
            self.timeZone = timeZone
            self.number = number
            self.visits = visits
        }

        package static let milliseconds: Int64 = 900_000
    }

    /// By the weekday, from 0 for Monday, and the hour, 0...23.
    package private(set) var visits = Array(repeating: Array(repeating: 0, count: 24), count: 7)

    package init(_ quarters: some Sequence<Quarter>) {
        for quarter in quarters {
            let time = Timestamp(milliseconds: quarter.number * Quarter.milliseconds)
            // 1970-01-01 was a Thursday, three days after a Monday.
            let weekday = ((time.localDate(in: quarter.timeZone).daysSince1970 + 3) % 7 + 7) % 7
            visits[weekday][time.secondOfDay(in: quarter.timeZone) / 3_600] += quarter.visits
        }
    }

    package var most: Int { visits.joined().max() ?? 0 }
}
