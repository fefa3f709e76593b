internal import VisitModel

/// A cache of time zones by the text of their cell, because a lookup takes longer than parsing a whole row.
struct TimeZoneCache: Sendable {
    private enum Reading {
        case zone(TimeZoneName)
        case unreadable(Diagnostic.Severity, message: String)
    }

    private var known: [String: Reading] = [:]
    private let unreadableSeverity: Diagnostic.Severity
    private let fallback: String

    /// Names in real files that are no names of a place in the IANA database, and still mean one zone only.
    ///
    /// Arizona and Hawaii have no daylight saving, so their abbreviations name a place; IANA's file `backward` links
    /// them the same way since release 2024b. `EST` is excluded: half of those who write it mean New York.
    private static let aliases = [
        "Europe/Bucarest": "Europe/Bucharest",
        "MST": "America/Phoenix",
        "HST": "Pacific/Honolulu",
    ]

    /// `unreadable` is the severity of a text that names no zone; `fallback` is the value used instead, for messages.
    init(unreadable: Diagnostic.Severity = .warning, fallback: String) {
        self.unreadableSeverity = unreadable
        self.fallback = fallback
    }

    /// The zone that a trimmed cell names, or `nil` with a diagnostic.
    ///
    /// An unreadable text gives a diagnostic each time, one that is read as another name only the first time.
    mutating func zone(_ field: DelimitedField, column: String, _ problems: inout RowProblems) -> TimeZoneName? {
        let text = field.string
        let reading: Reading
        if let cached = known[text] {
            reading = cached
        } else {
            reading = read(field, text, column: column, &problems)
            // A column of other content may have a million different texts; no file has a thousand zones.
            if known.count < 1000 { known[text] = reading }
        }
        switch reading {
        case .zone(let zone): return zone
        case .unreadable(let severity, let message):
            problems.add(severity, "bad_time_zone", column: column, message)
            return nil
        }
    }

    private func read(
        _ field: DelimitedField,
        _ text: String,
        column: String,
        _ problems: inout RowProblems
    ) -> Reading {
        if let zone = try? TimeZoneName(text) { return .zone(zone) }
        if let alias = Self.aliases[text], let zone = try? TimeZoneName(alias) {
            problems.add(
                .warning,
                "time_zone_alias",
                column: column,
                "`\(text)` is not an IANA name; here and below it was read as \(alias)"
            )
            return .zone(zone)
        }
        if let zone = TimeZoneText.zone(in: text, aliases: Self.aliases) {
            problems.add(
                .note,
                "time_zone_among_words",
                column: column,
                "\(field.quoted) was read as \(zone), here and below"
            )
            return .zone(zone)
        }
        let message = "\(field.quoted) is not a time zone, expected an IANA name such as Europe/Paris"
        guard unreadableSeverity < .error else { return .unreadable(unreadableSeverity, message: message) }
        return .unreadable(
            unreadableSeverity,
            message: "\(message); \(fallback). --map time_zone=COLUMN reads another column, --map time_zone= none"
        )
    }
}
