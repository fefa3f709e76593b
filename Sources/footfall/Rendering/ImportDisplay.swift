internal import Interchange
internal import Tables
internal import VisitPipeline
internal import VisitStore

enum ImportDisplay {
    /// How many ignored columns are named; the rest are counted.
    private static let ignoredLimit = 40
    /// How many characters of an ignored column's header are displayed.
    private static let longestHeader = 60

    static func lines(_ report: ImportReport) -> [String] {
        var lines = [title(report)]
        if !report.mapping.isEmpty { lines += columns(report) }
        if !report.ignoredColumns.isEmpty { lines += ignored(report) }
        lines.append(line("records", "\(report.records): \(report.usable) usable, \(report.rejected) rejected"))
        for (code, count) in report.rejectedByCode.sorted(by: { $0.key < $1.key }) {
            lines.append(line("", "\(count) \(code)"))
        }
        switch (report.outcome, report.changes) {
        case (.imported, .facilities(let summary)): lines += changes(summary) + kept(report)
        case (.imported, .members(let summary)): lines += changes(summary)
        case (.dryRun, .facilities(let summary)):
            lines += changes(summary) + kept(report) + ["This was a dry run: nothing was written."]
        case (.dryRun, .members(let summary)):
            lines += changes(summary) + ["This was a dry run: nothing was written."]
        case (.nothingUsable, _): lines.append("No usable row: nothing was written.")
        case (.refused, _): lines.append("A row is unusable and --strict is set: nothing was written.")
        }
        return lines
    }

    private static func title(_ report: ImportReport) -> String {
        let layout = report.isGeoJSON ? "GeoJSON" : report.dialect.map { "separated by \($0.delimiter.words)" }
        let details = [report.encoding.map(name), layout].compactMap { $0 }
        return details.isEmpty ? report.file : "\(report.file): \(details.joined(separator: ", "))"
    }

    private static func columns(_ report: ImportReport) -> [String] {
        list("columns", report.mapping.map { $0.field == $0.header ? $0.field : "\($0.field)=\($0.header)" })
    }

    /// The ignored columns, without control characters: their headers can contain anything.
    private static func ignored(_ report: ImportReport) -> [String] {
        let headers = report.ignoredColumns
        var names = headers.prefix(ignoredLimit).map { header in
            TableText.oneLine(header.count > longestHeader ? "\(header.prefix(longestHeader))…" : header)
        }
        if headers.count > names.count { names.append("and \(headers.count - names.count) more") }
        return list("ignored", names)
    }

    /// A title with names beside it, wrapped at 96 characters.
    private static func list(_ title: String, _ names: [String]) -> [String] {
        var rows: [String] = []
        for name in names {
            if let last = rows.last, last.count + name.count + 2 <= 96 {
                rows[rows.count - 1] = last + ", " + name
            } else {
                rows.append(name)
            }
        }
        return rows.enumerated().map { index, row in
            line(index == 0 ? title : "", index == rows.count - 1 ? row : row + ",")
        }
    }

    /// The fields that facilities kept, because the file has no column or no value for them.
    private static func kept(_ report: ImportReport) -> [String] {
        guard !report.kept.isEmpty else { return [] }
        return list("kept", report.kept.map { "\($0.field) of \($0.count)" })
            + [line("", "(no column or an empty field; `-` clears a value)")]
    }

    private static func changes(_ summary: FacilityImportSummary) -> [String] {
        let facilities = line(
            "facilities",
            "\(summary.added) added, \(summary.updated) updated, \(summary.unchanged) unchanged, "
                + "\(summary.retired) retired"
        )
        return summary.members == MemberImportSummary() ? [facilities] : [facilities] + changes(summary.members)
    }

    private static func changes(_ summary: MemberImportSummary) -> [String] {
        [
            line("members", "\(summary.membersAdded) added, \(summary.membersUpdated) updated"),
            line(
                "lists",
                "\(summary.facilitiesAdded) places added, \(summary.facilitiesUnchanged) unchanged, "
                    + "\(summary.facilitiesRemoved) removed"
            ),
            line(
                "devices",
                "\(summary.devicesAdded) added, \(summary.devicesUpdated) updated, "
                    + "\(summary.devicesUnchanged) unchanged"
            ),
        ]
    }

    private static func line(_ title: String, _ text: String) -> String {
        "  " + title + String(repeating: " ", count: 12 - title.count) + text
    }

    private static func name(_ encoding: TextEncoding) -> String {
        switch encoding {
        case .utf8: "UTF-8"
        case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .windows1252: "Windows-1252"
        }
    }
}

extension Dialect.Delimiter {
    fileprivate var words: String {
        switch self {
        case .comma: "commas"
        case .semicolon: "semicolons"
        case .tab: "tabs"
        case .pipe: "pipes"
        }
    }
}
