internal import Interchange
internal import VisitPipeline

/// The result of a trial import, with the diagnostics by line.
struct ImportContent: Sendable {
    /// This many diagnostics are shown; the rest is only counted.
    private static let remarkLimit = 500
    /// This many ignored columns are named; the rest is only counted.
    private static let ignoredLimit = 100

    let file: String
    let upload: String
    let kind: String
    let isUsable: Bool
    /// Why the file can't be imported.
    let problem: String?
    let numbers: [Number]
    let columns: [Column]
    let ignored: String?
    /// The fields that facilities keep as stored.
    let kept: String?
    let remarks: [Remark]
    let hasRemarks: Bool
    let codes: [Number]
    let omitted: String?

    struct Number: Sendable {
        let name: String
        let number: String
        /// Whether it counts changes to the database.
        let isChange: Bool
    }

    /// A field, and the column that it is read from.
    struct Column: Sendable {
        let field: String
        let header: String
    }

    struct Remark: Sendable {
        let line: String
        let column: String?
        let severity: String
        /// The name of a CSS class.
        let style: String
        let message: String
        let code: String
    }

    init(_ report: ImportReport, _ pending: PendingImport) {
        file = report.file
        upload = pending.id
        kind = pending.kind.rawValue
        isUsable = report.outcome == .dryRun
        problem =
            switch report.outcome {
            case .imported, .dryRun: nil
            case .nothingUsable: "No usable row. See the diagnostics below."
            case .refused: "A row is unusable, and strict mode is on. See the diagnostics below."
            }
        numbers = Number.all(report).filter { $0.number != "0" || !$0.isChange }
        columns = report.mapping.map { Column(field: $0.field, header: $0.header) }
        ignored = Self.ignored(report.ignoredColumns)
        kept = report.kept.map { "\($0.field) of \(PageNumber.text($0.count))" }.joined(separator: ", ").orNothing
        remarks = report.diagnostics.entriesByLine.prefix(Self.remarkLimit).map { Remark($0) }
        hasRemarks = !remarks.isEmpty
        codes = report.diagnostics.countsByCode.sorted { $0.key < $1.key }.map {
            Number(name: $0.key, number: PageNumber.text($0.value), isChange: false)
        }
        let all = report.diagnostics.countsByCode.values.reduce(0, +)
        omitted =
            all > remarks.count
            ? "Only the first \(PageNumber.text(remarks.count)) of \(PageNumber.text(all)) diagnostics are shown." : nil
    }

    private static func ignored(_ headers: [String]) -> String? {
        guard !headers.isEmpty else { return nil }
        let rest = headers.count - ignoredLimit
        return headers.prefix(ignoredLimit).joined(separator: ", ")
            + (rest > 0 ? " and \(PageNumber.text(rest)) more" : "")
    }
}

extension ImportContent.Remark {
    init(_ remark: Diagnostic) {
        self.init(
            line: PageNumber.text(remark.line),
            column: remark.column,
            severity: remark.severity.rawValue,
            style: remark.severity == .error ? "bad" : remark.severity == .warning ? "warm" : "",
            message: remark.message,
            code: remark.code
        )
    }
}

extension ImportContent.Number {
    private static let names = [
        ("records", "Rows", false), ("usable", "Usable", false), ("rejected", "Not usable", false),
        ("added", "Facilities added", true), ("updated", "Facilities changed", true),
        ("unchanged", "Facilities unchanged", false), ("retired", "Facilities retired", true),
        ("members_added", "Members added", true), ("members_updated", "Members changed", true),
        ("list_entries_added", "Added to lists", true), ("list_entries_removed", "Removed from lists", true),
        ("list_entries_unknown", "List entries without a facility", true), ("devices_added", "Phones added", true),
        ("devices_updated", "Phones changed", true),
    ]

    static func all(_ report: ImportReport) -> [Self] {
        let counts = report.counts
        return names.compactMap { key, name, isChange in
            counts[key].map { Self(name: name, number: PageNumber.text($0), isChange: isChange) }
        }
    }
}
