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
        else {
            throw ValidationError(.month, "`\(text)` is not a month, expected for instance 2024-03")
        }
        try self.init(year: year, month: month)
    }

    /// Orders chronologically.
    public static func < (lhs: Month, rhs: Month) -> Bool { (lhs.year, lhs.month) < (rhs.year, rhs.month) }
}

extension Month: CustomStringConvertible {
    /// The month as ISO 8601, for instance `2024-03`.
    public var description: String { "\(padded(year, 4))-\(padded(month, 2))" }
}
