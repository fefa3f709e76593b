internal import VisitModel

/// A dwell threshold as text: a number in the unit of its column, or with a unit of its own (`15 min`, `900 s`,
/// `0:15:00`).
struct DwellText {
    enum Unit: Double {
        case seconds = 1
        case minutes = 60
        case hours = 3600
    }

    /// Not validated.
    let seconds: Double
    /// Whether the text itself says which unit it is in.
    let hasUnit: Bool

    /// `nil` where the text is no number, with or without a known unit.
    init?(_ field: DelimitedField, in unit: Unit, decimalComma: Bool) {
        if let number = field.double(decimalComma: decimalComma) {
            seconds = number * unit.rawValue
            hasUnit = false
            return
        }
        let end = field.bytes.lastIndex { $0 &- 0x30 < 10 }.map { $0 + 1 } ?? 0
        let number = DelimitedField(bytes: UnsafeBufferPointer(rebasing: field.bytes[..<end])).trimmed
        let word = DelimitedField(bytes: UnsafeBufferPointer(rebasing: field.bytes[end...])).trimmed
        hasUnit = true
        if word.isEmpty, let sum = Self.clock(number) {
            seconds = sum
            return
        }
        guard let named = Self.unit(word), let count = number.double(decimalComma: decimalComma) else { return nil }
        seconds = count * named.rawValue
    }

    /// In English, German, French, Spanish and Italian.
    private static func unit(_ word: DelimitedField) -> Unit? {
        switch word.string.lowercased() {
        case "s", "sec", "secs", "second", "seconds", "sek", "sekunden", "secondes", "segundos", "secondi": .seconds
        case "m", "min", "min.", "mins", "minute", "minutes", "minuten", "minutos", "minuti": .minutes
        case "h", "hr", "hrs", "hour", "hours", "std", "std.", "stunde", "stunden", "heure", "heures", "hora", "horas",
            "ora",
            "ore":
            .hours
        default: nil
        }
    }

    /// The seconds of `h:mm:ss`.
    private static func clock(_ field: DelimitedField) -> Double? {
        let parts = field.string.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let hours = parts[0], let minutes = parts[1], let seconds = parts[2], hours >= 0,
            hours < 100, (0..<60).contains(minutes), (0..<60).contains(seconds)
        else { return nil }
        return Double(hours * 3600 + minutes * 60 + seconds)
    }
}

/// The dwell thresholds of a file whose numbers were probably meant in another unit than the one they were read in.
struct DwellUnits: Sendable {
    /// A threshold below a minute counts people who walk by; a number such as 15 was probably meant as minutes.
    private static let leastSeconds = 60.0
    /// A number of minutes above four hours was probably meant as seconds.
    private static let mostMinutesInSeconds = 240.0 * 60

    private struct Finding {
        let line: Int
        let number: Double
        let column: String
        var count = 0
    }

    private var short: Finding?
    private var long: Finding?

    mutating func add(_ dwell: DwellText, in unit: DwellText.Unit, column: @autoclosure () -> String, line: Int) {
        guard !dwell.hasUnit else { return }
        let number = dwell.seconds / unit.rawValue
        if unit == .seconds, dwell.seconds > 0, dwell.seconds < Self.leastSeconds {
            if short == nil { short = Finding(line: line, number: number, column: column()) }
            short?.count += 1
        } else if unit == .minutes, dwell.seconds > Self.mostMinutesInSeconds {
            if long == nil { long = Finding(line: line, number: number, column: column()) }
            long?.count += 1
        }
    }

    /// The warning for all of them, at the line of the first; `nil` where there is none.
    func warning(file: String) -> Diagnostic? {
        if let short {
            return Self.warning(
                short,
                file: file,
                "was read as seconds, less than a minute; where minutes are meant, name the column dwell_minutes"
            )
        }
        guard let long else { return nil }
        return Self.warning(
            long,
            file: file,
            "was read as minutes, more than four hours; where seconds are meant, name the column dwell_seconds"
        )
    }

    private static func warning(_ finding: Finding, file: String, _ reading: String) -> Diagnostic {
        let number = finding.number == finding.number.rounded() ? "\(Int(finding.number))" : "\(finding.number)"
        let others = finding.count > 1 ? "; so were \(finding.count - 1) more" : ""
        return Diagnostic(
            .warning,
            code: "dwell_unit",
            file: file,
            line: finding.line,
            column: finding.column,
            message: "`\(number)` \(reading)\(others)"
        )
    }
}
