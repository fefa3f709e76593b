internal import Interchange
internal import SQLiteStorage
internal import VisitModel
internal import VisitStore

struct MemberFileImport {
    let store: VisitStore
    let input: InputFile
    let options: MemberImportOptions
    private var document: MemberDocument
    private var rowErrors = MemberRowErrors()

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
        try input.checkQuotes()
        let zone = try store.settings.defaultTimeZone() ?? .utc
        let groupsFrom = GroupStart(stated: options.groupsFrom, today: options.observedAt.localDate(in: zone))
        do {
            let summary = try store.members.importRows(
                replace: options.mode.replaces,
                dryRun: options.mode.isDryRun,
                by: input.importMethod(options.mode),
                groupsFrom: groupsFrom
            ) { importer in
                var document = document
                var rowErrors = MemberRowErrors()
                try document.read(input) { row in
                    if let rowError = try importer.importRow(row) { rowErrors.append(rowError) }
                }
                importer.hasLists = document.columns?[.facilityID] != nil
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
        rowErrors.append(to: &log, document.columns, input.name)
        if outcome == .imported || outcome == .dryRun {
            log.warnOfReplacing(input.name, rejected: document.recordCount - usable, options.mode)
            warnOfKeptLists(&log)
        }
        return ImportReport(
            file: input.name,
            outcome: outcome,
            records: document.recordCount,
            usable: usable,
            changes: .members(summary),
            kept: [],
            encoding: document.encoding,
            dialect: document.dialect,
            isGeoJSON: false,
            mapping: document.columns?.reported ?? [],
            ignoredColumns: document.columns?.ignored ?? [],
            diagnostics: log
        )
    }
}

extension MemberFileImport {
    /// Warns that a file without a column of facilities replaces no list.
    private func warnOfKeptLists(_ log: inout DiagnosticLog) {
        guard options.mode.replaces, document.columns?[.facilityID] == nil else { return }
        log.append(
            Diagnostic(
                .warning,
                code: "lists_kept",
                file: input.name,
                line: 1,
                message: "there is no column for facility_id, so the members' lists were left as they are"
            )
        )
    }
}

extension MemberDocument {
    fileprivate mutating func read(_ input: InputFile, _ body: (Interchange.MemberRow) throws -> Void) throws {
        try input.eachPiece { try consume($0, body) }
        try finish(body)
    }
}

extension MemberImporter {
    /// Imports one row; returns the error that the database detected, `nil` where the whole row was imported.
    mutating func importRow(_ row: Interchange.MemberRow) throws -> MemberRowError? {
        var facility: FacilityID?
        if case .facility(let id) = row.access { facility = id }
        let outcome: MemberListOutcome
        do {
            outcome = try add(
                .init(
                    member: row.member,
                    facility: facility,
                    device: row.device,
                    platform: row.platform,
                    timeZone: row.timeZone,
                    details: row.details
                ),
                hasList: row.access == .emptyList
            )
        } catch let error as StorageError where error.code == .conflict {
            return MemberRowError(line: row.line, reason: .deviceOfAnotherMember(error.message))
        }
        guard outcome == .unknownFacility, let facility else { return nil }
        return MemberRowError(line: row.line, reason: .unknownFacility(facility))
    }
}
