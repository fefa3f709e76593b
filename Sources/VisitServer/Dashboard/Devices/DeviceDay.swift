internal import VisitModel
internal import VisitStore

/// A day in the time zone of a phone.
struct DeviceDay: Sendable {
    let date: CivilDate
    let clock: PageClock
    /// From the beginning of the day to that of the next one.
    let span: Range<Timestamp>

    /// Makes the selected day of a phone, or that of its newest fix for `nil`.
    init(_ stored: StoredDevice, _ store: VisitStore, asked date: CivilDate?, at now: Timestamp) throws {
        let zone = try stored.timeZone ?? store.settings.defaultTimeZone() ?? .utc
        clock = PageClock(zone: zone, now: now)
        self.date = date ?? (stored.newestFixAt ?? now).localDate(in: zone)
        span = Self.beginning(self.date, zone)..<Self.beginning(self.date.advanced(by: 1), zone)
    }

    private static func beginning(_ date: CivilDate, _ zone: TimeZoneName) -> Timestamp {
        Timestamp(localMilliseconds: Int64(date.daysSince1970) * 86_400_000, in: zone)
    }
}

extension CivilDate {
    /// Parses a day such as 2024-03-05.
    init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        guard text.utf8.count == 10, parts.count == 3, numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    func advanced(by days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }
}

extension ServiceCall {
    /// A day of the query, such as 2024-03-05.
    func day(_ name: String) throws -> CivilDate? {
        guard let text = query(name) else { return nil }
        guard let date = CivilDate(text: text), (1970...2200).contains(date.year) else {
            throw Problem.invalid("`\(name)` is `\(text)`, expected a day such as 2024-03-05", field: name)
        }
        return date
    }
}
