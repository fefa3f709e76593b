internal import VisitModel

/// Time zones by name, each looked up once: a lookup costs more than reading a whole row.
struct TimeZoneCache: Sendable {
    private var known: [String: Result<TimeZoneName, ValidationError>] = [:]

    /// Names that stand in real files, are no names of a place in the IANA database, and still mean one zone only.
    ///
    /// Arizona and Hawaii have no daylight saving, so their abbreviations name a place; IANA's file `backward` links them
    /// the same way since release 2024b. `EST` is not here: half of those who write it mean New York.
    private static let aliases = [
        "Europe/Bucarest": "Europe/Bucharest",
        "MST": "America/Phoenix",
        "HST": "Pacific/Honolulu",
    ]

    /// The zone of a name.
    ///
    /// - Parameters:
    ///   - name: the trimmed field.
    ///   - column: its header, for messages.
    ///   - problems: where remarks go: an error where the name is none, a warning the first time that one is
    ///     understood as another.
    /// - Returns: the zone, or `nil` with an error.
    mutating func zone(_ name: String, column: String, _ problems: inout RowProblems) -> TimeZoneName? {
        let result: Result<TimeZoneName, ValidationError>
        if let cached = known[name] {
            result = cached
        } else {
            if let alias = Self.aliases[name] {
                problems.add(
                    .warning,
                    "time_zone_alias",
                    column: column,
                    "`\(name)` is not the name of a place; here and below it was taken as \(alias)"
                )
            }
            do throws(ValidationError) {
                result = .success(try TimeZoneName(Self.aliases[name] ?? name))
            } catch {
                result = .failure(error)
            }
            // A column of other things has a million names; no file has a thousand zones.
            if known.count < 1000 { known[name] = result }
        }
        switch result {
        case .success(let zone): return zone
        case .failure(let error):
            problems.add(.error, "bad_time_zone", column: column, error.message)
            return nil
        }
    }
}
