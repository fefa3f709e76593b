internal import VisitModel

/// Where every format hands over what it read: whole fixes go into the batch, what is wrong into the diagnostics.
struct TrackIntake {
    /// The document's name, as the user gave it.
    let fileName: String
    /// Whose a record is that nothing in the document names.
    let defaultOrigin: TrackOrigin
    /// How texts are read.
    let reading: FieldReading
    /// How many diagnostics of one code are kept; the others are only counted.
    let diagnosticLimit: Int

    /// The names of members and phones met so far.
    var identities = IdentityTable()
    /// What is wrong, in the order of the document.
    private(set) var diagnostics: [Diagnostic] = []
    /// How much was read.
    var counts = TrackCounts()

    init(fileName: String, defaults: TrackDefaults, diagnosticLimit: Int) {
        self.fileName = fileName
        self.defaultOrigin = TrackOrigin(
            member: defaults.member,
            memberDevice: defaults.member.flatMap { try? DeviceID($0.text) },
            device: defaults.device,
            platform: defaults.platform
        )
        self.diagnosticLimit = diagnosticLimit
        self.reading = FieldReading(times: TimestampParser(missingZone: defaults.missingZone))
    }

    /// Whether the defaults name somebody.
    var hasDefaultName: Bool { defaultOrigin.member != nil || defaultOrigin.device != nil }

    /// Notes something, or only counts it where enough of its kind was noted.
    mutating func remark(
        _ severity: Diagnostic.Severity,
        _ code: String,
        line: Int,
        column: String? = nil,
        _ message: @autoclosure () -> String
    ) {
        let count = counts.remarks[code, default: 0] + 1
        counts.remarks[code] = count
        guard count <= diagnosticLimit else { return }
        diagnostics.append(
            Diagnostic(severity, code: code, file: fileName, line: line, column: column, message: message())
        )
    }

    /// Notes that a record can't be used, and why.
    mutating func reject(_ code: String, line: Int, column: String? = nil, _ message: @autoclosure () -> String) {
        counts.rejected += 1
        remark(.error, code, line: line, column: column, message())
    }

    /// Hands over the diagnostics and forgets them.
    mutating func takeDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }
}
