internal import Interchange
internal import VisitModel
internal import VisitStore

struct MemberFileImport {
    let store: VisitStore
    let input: InputFile
    let options: MemberImportOptions
    private var document: MemberDocument
    /// The errors of rows that only the database can detect.
    private var rowErrors: [MemberRowError] = []

    /// Thrown to roll back the transaction, with the outcome to report.
    private struct RolledBack: Error {
        let outcome: ImportReport.Outcome
    }

    init(store: VisitStore, input: InputFile, options: MemberImportOptions) {
        self.store = store
        self.input = input
        self.options = options
        self.document = MemberDocument(file: input.name, overrides: options.overrides)
    }

    mutating func run() throws -> ImportReport {
        do {
            let summary = try store.members.importRows(replace: options.mode.replaces, dryRun: options.mode.isDryRun) {
                importer in
                var document = document
                var rowErrors: [MemberRowError] = []
                try document.read(input) { row in
                    if let rowError = try importer.importRow(row) { rowErrors.append(rowError) }
                }
                self.document = document
                self.rowErrors = rowErrors
                try check()
            }
            return report(options.mode.isDryRun ? .dryRun : .imported, summary)
        } catch let end as RolledBack {
            return report(end.outcome, MemberImportSummary())
        }
    }

    private var usable: Int { document.usableCount - rowErrors.count }

    private func check() throws {
        guard usable > 0 else { throw RolledBack(outcome: .nothingUsable) }
        let hasErrors = document.diagnostics[.error] + rowErrors.count > 0
        if options.mode.isStrict, hasErrors { throw RolledBack(outcome: .refused) }
    }

    private func report(_ outcome: ImportReport.Outcome, _ summary: MemberImportSummary) -> ImportReport {
        var log = document.diagnostics
        for rowError in rowErrors { log.append(rowError.diagnostic(document.columns, input.name)) }
        if outcome == .imported || outcome == .dryRun {
            log.warnOfReplacing(input.name, rejected: document.recordCount - usable, options.mode)
        }
        return ImportReport(
            file: input.name,
            outcome: outcome,
            records: document.recordCount,
            usable: usable,
            changes: .members(summary),
            encoding: document.encoding,
            dialect: document.dialect,
            mapping: document.columns?.reported ?? [],
            ignoredColumns: document.columns?.ignored ?? [],
            diagnostics: log
        )
    }
}

extension MemberDocument {
    fileprivate mutating func read(_ input: InputFile, _ body: (Interchange.MemberRow) throws -> Void) throws {
        try input.eachPiece { try consume($0, body) }
        try finish(body)
    }
}
