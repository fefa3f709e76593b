internal import VisitModel

/// The receiver of parsed records of every format: fixes go into the batch, errors into the diagnostics.
struct TrackIntake {
    /// The document's name, as the user gave it.
    let fileName: String
    /// The identity of a record without one in the document.
    let defaultOrigin: TrackOrigin
    let reading: FieldReading
    /// The number of diagnostics of one code to keep; the others are only counted.
    let diagnosticLimit: Int

    var identities = IdentityTable()
    /// The diagnostics, in the order of the document.
    private(set) var diagnostics: [Diagnostic] = []
    var counts = TrackCounts()
    /// The line of the first ignored record of each kind.
    private var firstIgnored: [IgnoredRecord: Int] = [:]

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

    mutating func reject(_ code: String, line: Int, column: String? = nil, _ message: @autoclosure () -> String) {
        counts.rejected += 1
        remark(.error, code, line: line, column: column, message())
    }

    /// Ignores a record that is no fix; `remarkIgnored` reports all of them.
    mutating func ignore(_ kind: IgnoredRecord, line: Int) {
        if counts.ignored[kind, default: 0] == 0 { firstIgnored[kind] = line }
        counts.ignored[kind, default: 0] += 1
    }

    /// Reports the ignored records, once the document has been read.
    mutating func remarkIgnored() {
        for kind in IgnoredRecord.allCases {
            guard let count = counts.ignored[kind], let line = firstIgnored[kind] else { continue }
            let what = count == 1 ? "1 record is no fix and was" : "\(count) records are no fixes and were"
            remark(.note, "not_a_fix", line: line, "\(what) ignored: `\(kind.rawValue)`")
        }
    }

    mutating func drainDiagnostics() -> [Diagnostic] {
        defer { diagnostics = [] }
        return diagnostics
    }
}

/// The identity of a record: member, phone and platform, as far as they are named.
struct TrackOrigin {
    var member: MemberID?
    /// The phone of the member, unless another is named.
    var memberDevice: DeviceID?
    var device: DeviceID?
    var platform: Platform?
}

extension FixDraft {
    var origin: TrackOrigin {
        TrackOrigin(member: member, memberDevice: memberDevice, device: device, platform: platform)
    }
}

/// A valid fix that may still lack its identity, because that may follow it in the document.
struct UnnamedFix {
    let fix: Fix
    let origin: TrackOrigin
    let receivedAt: Timestamp?
    let ageMilliseconds: Int64?
    let heartbeatAt: Timestamp?
    let line: Int
}

extension TrackIntake {
    /// Creates a fix from a parsed record, or rejects the record and returns `nil`.
    ///
    /// `flags` are added to those of the record; `column` gives the document's name of a field.
    @inline(__always)
    mutating func fix(
        _ draft: FixDraft,
        line: Int,
        flags: Fix.Flags = [],
        allowsZero: Bool = false,
        column: (TrackField) -> String = \.name
    ) -> UnnamedFix? {
        guard let fix = draft.fix(flags: flags, allowsZero: allowsZero) else {
            let problem = draft.problem
            reject(problem.code, line: line, column: problem.field.map(column), problem.message)
            return nil
        }
        if case .unreadable(let field, let text) = draft.doubt {
            remark(
                .warning,
                "unreadable_value",
                line: line,
                column: column(field),
                "`\(text)` can't be read; the record was used without it"
            )
        }
        return UnnamedFix(
            fix: fix,
            origin: draft.origin,
            receivedAt: draft.receivedAt,
            ageMilliseconds: draft.ageMilliseconds,
            // At the time of its fix a heartbeat says no more than the fix.
            heartbeatAt: draft.event == .heartbeat ? draft.reportedAt.flatMap { $0 > fix.time ? $0 : nil } : nil,
            line: line
        )
    }

    /// Emits a fix with the identity of its record, else of the enclosing document, else of the defaults.
    @inline(__always)
    mutating func accept(
        _ unnamed: UnnamedFix,
        surroundings: TrackOrigin = TrackOrigin(),
        into batch: inout [TrackFix]
    ) {
        let origin = unnamed.origin
        let named = origin.device ?? surroundings.device ?? defaultOrigin.device
        let ofMember = origin.memberDevice ?? surroundings.memberDevice ?? defaultOrigin.memberDevice
        guard let device = named ?? ofMember else {
            reject("missing_member", line: unnamed.line, Self.missingMember)
            return
        }
        counts.fixes += 1
        batch.append(
            TrackFix(
                fix: unnamed.fix,
                device: device,
                member: origin.member ?? surroundings.member ?? defaultOrigin.member,
                platform: origin.platform ?? surroundings.platform ?? defaultOrigin.platform,
                receivedAt: unnamed.receivedAt,
                ageMilliseconds: unnamed.ageMilliseconds,
                heartbeatAt: unnamed.heartbeatAt,
                line: unnamed.line
            )
        )
    }

    static let missingMember = "the record has no owner; give the member with --member or the phone with --device"
}
