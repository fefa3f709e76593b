internal import Interchange
internal import VisitModel
internal import VisitStore

struct FacilityFileImport {
    let store: VisitStore
    let input: InputFile
    let options: FacilityImportOptions

    func run() throws -> ImportReport {
        var survey = document(diagnosticLimit: 100_000)
        var zonelessRows = 0
        try survey.read(input) { row in
            if row.facility.timeZone == nil { zonelessRows += 1 }
        }
        var log = survey.diagnostics
        let isRefused = options.mode.isStrict && log[.error] > 0
        if survey.usableCount == 0 || isRefused {
            let outcome: ImportReport.Outcome = survey.usableCount == 0 ? .nothingUsable : .refused
            return report(survey, log, outcome, FacilityImportSummary())
        }
        try warnOfZone(zonelessRows, &log)
        log.warnOfReplacing(input.name, rejected: survey.recordCount - survey.usableCount, options.mode)
        let summary = try write(survey)
        if let zone = options.timeZone, !options.mode.isDryRun { try store.settings.setDefaultTimeZone(zone) }
        return report(survey, log, options.mode.isDryRun ? .dryRun : .imported, summary)
    }

    private func document(diagnosticLimit: Int) -> FacilityDocument {
        FacilityDocument(
            file: input.name,
            overrides: options.overrides,
            defaults: options.defaults,
            diagnosticLimit: diagnosticLimit
        )
    }

    /// Writes the last row of each id, and then the lists: a list may name a facility before its last row.
    private func write(_ survey: FacilityDocument) throws -> FacilityImportSummary {
        try store.facilities.importRows(
            replace: options.mode.replaces,
            dryRun: options.mode.isDryRun,
            effectiveFrom: options.effectiveFrom,
            publishing: OutboxSettings(.standard, at: options.observedAt)
        ) { importer in
            var facilities = document(diagnosticLimit: 0)
            try facilities.read(input) { row in
                if survey.isLast(row) { try importer.upsert(row.facility) }
            }
            guard survey.columns?[.memberID] != nil else { return }
            var members = document(diagnosticLimit: 0)
            try members.read(input) { row in
                if let member = row.member { try importer.assign(row.facility.id, to: member) }
            }
        }
    }

    /// Warns that months will be those of UTC, where no row, option or database sets a time zone.
    private func warnOfZone(_ rows: Int, _ log: inout DiagnosticLog) throws {
        guard rows > 0, options.timeZone == nil, try store.settings.defaultTimeZone() == nil else { return }
        let subject = rows == 1 ? "1 facility has" : "\(rows) facilities have"
        log.append(
            Diagnostic(
                .warning,
                code: "no_time_zone",
                file: input.name,
                line: 1,
                message: "\(subject) no time zone and the database has no default, so months begin at midnight UTC, "
                    + "expected a column time_zone or the option --time-zone"
            )
        )
    }

    private func report(
        _ survey: FacilityDocument,
        _ log: DiagnosticLog,
        _ outcome: ImportReport.Outcome,
        _ summary: FacilityImportSummary
    ) -> ImportReport {
        ImportReport(
            file: input.name,
            outcome: outcome,
            records: survey.recordCount,
            usable: survey.usableCount,
            changes: .facilities(summary),
            encoding: survey.encoding,
            dialect: survey.dialect,
            mapping: survey.columns?.reported ?? [],
            ignoredColumns: survey.columns?.ignored ?? [],
            diagnostics: log
        )
    }
}

extension FacilityDocument {
    fileprivate mutating func read(_ input: InputFile, _ body: (FacilityRow) throws -> Void) throws {
        try input.eachPiece { try consume($0, body) }
        try finish(body)
    }
}

extension ColumnMapping {
    var reported: [ImportReport.Column] {
        chosen.map { ImportReport.Column(field: $0.field.rawValue, header: $0.header) }
    }
}

extension DiagnosticLog {
    /// Warns that in a replacement an invalid row counts as a missing one.
    mutating func warnOfReplacing(_ file: String, rejected: Int, _ mode: ImportMode) {
        guard mode.replaces, rejected > 0 else { return }
        let rows = rejected == 1 ? "an unusable row" : "the \(rejected) unusable rows"
        append(
            Diagnostic(
                .warning,
                code: "replaced_without_bad_rows",
                file: file,
                line: 1,
                message: "values found only in \(rows) count as removed from the file, "
                    + "expected none with --replace; --strict rejects such a file"
            )
        )
    }
}
