internal import Interchange
internal import VisitModel
internal import VisitStore

struct FacilityFileImport {
    let store: VisitStore
    let input: InputFile
    let options: FacilityImportOptions

    /// The result of writing the file.
    private struct Written {
        var summary = FacilityImportSummary()
        var kept = KeptFields()
        /// The number of facilities without a time zone.
        var zoneless = 0
    }

    func run() throws -> ImportReport {
        let features = try featureColumns()
        if features == nil { try input.checkQuotes() }
        var survey = document(features, diagnosticLimit: 100_000)
        try store.facilities.withFinder { finder in
            try survey.read(input, completedBy: { try finder.find($0)?.facility }) { _ in }
        }
        let isRefused = options.mode.isStrict && survey.diagnostics[.error] > 0
        if survey.usableCount == 0 || isRefused {
            return report(survey, survey.diagnostics, survey.usableCount == 0 ? .nothingUsable : .refused, Written())
        }
        let written = try write(survey, features)
        var log = survey.diagnostics
        try warnOfZone(written.zoneless, &log)
        log.warnOfReplacing(input.name, rejected: survey.recordCount - survey.usableCount, options.mode)
        return report(survey, log, options.mode.isDryRun ? .dryRun : .imported, written)
    }

    /// The columns of a GeoJSON list; `nil` for delimited text.
    private func featureColumns() throws -> FeatureColumns? {
        guard FeatureSurvey.isFeatureList(try input.firstPiece()) else { return nil }
        var survey = FeatureSurvey(file: input.name)
        try input.eachPiece { try survey.consume($0) }
        return try survey.finish()
    }

    private func document(_ features: FeatureColumns?, diagnosticLimit: Int) -> FacilityDocument {
        FacilityDocument(
            file: input.name,
            overrides: options.overrides,
            defaults: options.defaults,
            features: features,
            diagnosticLimit: diagnosticLimit
        )
    }

    /// Writes the last row of each id, and then the lists: a list may name a facility before its last row.
    private func write(_ survey: FacilityDocument, _ features: FeatureColumns?) throws -> Written {
        var written = Written()
        written.summary = try store.facilities.importRows(
            replace: options.mode.replaces,
            dryRun: options.mode.isDryRun,
            effectiveFrom: options.effectiveFrom,
            defaultTimeZone: options.timeZone,
            publishing: OutboxSettings(.standard, at: options.observedAt),
            by: input.importMethod(options.mode)
        ) { importer in
            let finder = importer.stored
            var facilities = document(features, diagnosticLimit: 0)
            try facilities.read(input, completedBy: { try finder.find($0)?.facility }) { row in
                guard let facility = survey.facility(of: row) else { return }
                try importer.upsert(facility)
                written.kept.add(row.kept)
                if facility.timeZone == nil { written.zoneless += 1 }
            }
            guard survey.columns?[.memberID] != nil else { return }
            var members = document(features, diagnosticLimit: 0)
            try members.read(input, completedBy: { try finder.find($0)?.facility }) { row in
                guard !survey.isRefused(row.facility.id) else { return }
                if let member = row.member { try importer.assign(row.facility.id, to: member) }
            }
        }
        return written
    }

    /// Warns that months will be those of UTC, where no row, option or database sets a time zone.
    private func warnOfZone(_ count: Int, _ log: inout DiagnosticLog) throws {
        guard count > 0, options.timeZone == nil, try store.settings.defaultTimeZone() == nil else { return }
        let subject = count == 1 ? "1 facility has" : "\(count) facilities have"
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
        _ written: Written
    ) -> ImportReport {
        ImportReport(
            file: input.name,
            outcome: outcome,
            records: survey.recordCount,
            usable: survey.usableCount,
            changes: .facilities(written.summary),
            kept: written.kept.counts,
            encoding: survey.encoding,
            dialect: survey.dialect,
            isGeoJSON: survey.isGeoJSON,
            mapping: survey.columns?.reported ?? [],
            ignoredColumns: survey.columns?.ignored ?? [],
            diagnostics: log
        )
    }
}

/// The number of facilities that kept each field because their row does not state it.
private struct KeptFields {
    private var numbers = [Int](repeating: 0, count: FacilityFields.names.count)

    mutating func add(_ kept: FacilityFields) {
        guard !kept.isEmpty else { return }
        for (index, entry) in FacilityFields.names.enumerated() where kept.contains(entry.field) { numbers[index] += 1 }
    }

    /// In the order of the fields, without those that no facility kept.
    var counts: [ImportReport.Kept] {
        zip(FacilityFields.names, numbers).filter { $0.1 > 0 }.map { ImportReport.Kept(field: $0.0.name, count: $0.1) }
    }
}

extension FacilityDocument {
    fileprivate mutating func read(
        _ input: InputFile,
        completedBy stored: @escaping FacilityRowReader.Stored,
        _ body: (FacilityRow) throws -> Void
    ) throws {
        try input.eachPiece { try consume($0, completedBy: stored, body) }
        try finish(completedBy: stored, body)
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
