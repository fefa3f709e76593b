/// A date of the Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Sendable, Comparable {
    /// The astronomical year; 1 BC is 0.
    public let year: Int
    /// The month, 1...12.
    public let month: Int
    /// The day of the month, 1...31.
    public let day: Int

    /// Creates a date, or `nil` if it does not exist or its year is outside -9999...9999.
    public init?(year: Int, month: Int, day: Int) {
        guard (-9999...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.length(ofMonth: month, year: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The date a number of days after 1970-01-01; negative for before.
    ///
    /// Formula: Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    public init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        self.month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        self.year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01; negative before.
    ///
    /// Formula: Hinnant, as above, `days_from_civil`.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Orders chronologically.
    public static func < (lhs: CivilDate, rhs: CivilDate) -> Bool {
        (lhs.year, lhs.month, lhs.day) < (rhs.year, rhs.month, rhs.day)
    }

    private static func length(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        default: 31
        }
    }
}

extension CivilDate {
    /// Parses a day in the form `2024-03-01`; `nil` for any other text.
    package init?(text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension CivilDate: CustomStringConvertible {
    /// The day as ISO 8601, for instance `2024-03-01`.
    public var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// A calendar month, without a time zone.
public struct Month: Hashable, Sendable, Comparable {
    /// The year, 0...9999.
    public let year: Int
    /// The month of the year, 1...12.
    public let month: Int

    /// Creates a validated month; throws code `month` if a number is out of range.
    public init(year: Int, month: Int) throws(ValidationError) {
        guard (0...9999).contains(year), (1...12).contains(month) else {
            throw ValidationError(.month, "\(year)-\(month) is not a month, expected for instance 2024-03")
        }
        self.year = year
        self.month = month
    }

    /// The month that contains a date.
    public init(containing date: CivilDate) {
        self.year = date.year
        self.month = date.month
    }

    /// Parses a month in the form `2024-03`; throws code `month` for any other text.
    public init(_ text: String) throws(ValidationError) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2,
            parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
            let year = Int(parts[0]), let month = Int(parts[1])
        else { throw ValidationError(.month, "`\(text)` is not a month, expected for instance 2024-03") }
        try self.init(year: year, month: month)
    }

    /// Orders chronologically.
    public static func < (lhs: Month, rhs: Month) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}

extension Month {
    /// The month a number of months later, negative for earlier; `nil` beyond the valid years.
    package func advanced(by months: Int) -> Month? {
        let (years, month) = (year * 12 + self.month - 1 + months).quotientAndRemainder(dividingBy: 12)
        return try? Month(year: years, month: month + 1)
    }

    /// In days.
    package var length: Int {
        (28...31).last { CivilDate(year: year, month: month, day: $0) != nil } ?? 28
    }

    /// The first day.
    package var firstDay: CivilDate {
        guard let day = CivilDate(year: year, month: month, day: 1) else {
            preconditionFailure("a month has a first day")
        }
        return day
    }
}

extension Month: CustomStringConvertible {
    /// The month as ISO 8601, for instance `2024-03`.
    public var description: String { "\(padded(year, 4))-\(padded(month, 2))" }
}
