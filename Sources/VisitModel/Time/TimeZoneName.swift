public import struct Foundation.TimeZone

/// The name of a time zone in the IANA database, for instance `Europe/Paris`.
public struct TimeZoneName: Hashable, Sendable {
    /// The name as given.
    public let identifier: String
    /// The zone's rules.
    public let timeZone: TimeZone

    /// Creates a validated name; throws code `timeZone`.
    ///
    /// An IANA name such as `Europe/Paris`, or `UTC`. Abbreviations such as `EST` and raw offsets are refused, because
    /// they do not follow daylight saving.
    public init(_ identifier: String) throws(ValidationError) {
        let isPlace = identifier.contains("/") || identifier == "UTC" || Self.legacyNames.contains(identifier)
        guard isPlace, let zone = TimeZone(identifier: identifier) else {
            throw ValidationError(
                .timeZone,
                "`\(identifier)` is not a time zone, expected an IANA name such as Europe/Paris"
            )
        }
        self.identifier = identifier
        self.timeZone = zone
    }

    /// IANA names without a slash that follow daylight saving and occur in real customers' files.
    private static let legacyNames: Set<String> = ["CST6CDT", "EST5EDT", "MST7MDT", "PST8PDT"]

    private init(utc: Void) {
        self.identifier = "UTC"
        self.timeZone = .gmt
    }

    /// Coordinated Universal Time.
    public static let utc = TimeZoneName(utc: ())

    /// Names are equal when their spelling is.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.identifier == rhs.identifier }

    /// Hashes the spelling.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension TimeZoneName: CustomStringConvertible {
    /// The name as given.
    public var description: String { identifier }
}
