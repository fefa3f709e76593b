internal import Interchange
internal import VisitModel
package import VisitStore

extension VisitStore {
    /// Imports a member file: who may visit what, with which phones.
    ///
    /// A row whose facility the database does not know is reported with its line. Its member gets a list all the same: to
    /// give the whole network to somebody whose one place was misspelt would be worse.
    ///
    /// - Parameters:
    ///   - file: its path, or `-` for standard input.
    ///   - options: how it is read, and how much is written.
    /// - Returns: what was found and done.
    /// - Throws: `VisitPipelineError` with code `unreadableFile`, `InterchangeError` when it is no member file at all,
    ///   `VisitStoreError`.
    package func importMembers(
        from file: String,
        options: MemberImportOptions = MemberImportOptions()
    ) throws
        -> ImportReport
    {
        try InputFile.reading(file) { input in
            var work = MemberFileImport(store: self, input: input, options: options)
            return try work.run()
        }
    }

    /// Imports a member file that is at hand as bytes.
    ///
    /// - Parameters:
    ///   - bytes: the file.
    ///   - name: what it is called in messages.
    ///   - options: how it is read, and how much is written.
    /// - Returns: what was found and done.
    /// - Throws: as `importMembers(from:options:)`.
    package func importMembers(
        _ bytes: [UInt8],
        name: String,
        options: MemberImportOptions = MemberImportOptions()
    ) throws -> ImportReport {
        var work = MemberFileImport(store: self, input: InputFile(bytes, name: name), options: options)
        return try work.run()
    }
}

/// One import of a member file.
private struct MemberFileImport {
    let store: VisitStore
    let input: InputFile
    let options: MemberImportOptions
    private var document: MemberDocument
    /// What is wrong with rows that only the database can tell.
    private var misfits: [MemberMisfit] = []

    /// Why the transaction is taken back.
    private struct TakenBack: Error {
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
            let summary = try store.importMembers(replace: options.mode.replaces, dryRun: options.mode.isDryRun) {
                importer in
                var document = document
                var misfits: [MemberMisfit] = []
                try document.read(input) { row in
                    if let misfit = try importer.take(row) { misfits.append(misfit) }
                }
                self.document = document
                self.misfits = misfits
                try check()
            }
            return report(options.mode.isDryRun ? .tried : .imported, summary)
        } catch let end as TakenBack {
            return report(end.outcome, MemberImportSummary())
        }
    }

    private var usable: Int { document.usableCount - misfits.count }

    private func check() throws {
        guard usable > 0 else { throw TakenBack(outcome: .nothingUsable) }
        let hasErrors = document.diagnostics[.error] + misfits.count > 0
        if options.mode.isStrict, hasErrors { throw TakenBack(outcome: .refused) }
    }

    private func report(_ outcome: ImportReport.Outcome, _ summary: MemberImportSummary) -> ImportReport {
        var log = document.diagnostics
        for misfit in misfits { log.append(misfit.diagnostic(document.columns, input.name)) }
        if outcome == .imported || outcome == .tried {
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
    /// Reads a file from its beginning to its end.
    fileprivate mutating func read(_ input: InputFile, _ body: (Interchange.MemberRow) throws -> Void) throws {
        try input.eachPiece { try consume($0, body) }
        try finish(body)
    }
}
