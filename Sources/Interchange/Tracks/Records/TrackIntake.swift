internal import VisitModel

/// The receiver of parsed records of every format: fixes go into the batch, errors into the diagnostics.
struct TrackIntake {
    /// The document's name, as the user gave it.
    let fileName: String
    /// The identity of a record without one in the document.
    let defaultOrigin: TrackOrigin
    /// The parsers of field texts.
    let reading: FieldReading
    /// The number of diagnostics of one code to keep; the others are only counted.
    let diagnosticLimit: Int

    /// The identifiers of members and phones seen so far.
    var identities = IdentityTable()
    /// The diagnostics, in the order of the document.
    private(set) var diagnostics: [Diagnostic] = []
    /// The counts so far.
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

    /// Whether the defaults contain an identity.
    var hasDefaultName: Bool { defaultOrigin.member != nil || defaultOrigin.device != nil }

    /// Records a diagnostic, or only counts it beyond the limit of its code.
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

    /// Records that a record can't be used, and why.
    mutating func reject(_ code: String, line: Int, column: String? = nil, _ message: @autoclosure () -> String) {
        counts.rejected += 1
        remark(.error, code, line: line, column: column, message())
    }

    /// Removes and returns the diagnostics.
    mutating func drainDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }
}
