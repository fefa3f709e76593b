internal import Foundation
internal import MonthReports
internal import Tables
internal import VisitDrawing
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

enum MonthDisplay {
    static let decisions: [Column<PayoutDecision>] = [
        Column("from") { .text($0.from.description) },
        Column("payout", in: [.table]) { .text($0.rule?.description ?? "none") },
        Column("required_days", in: .programs) { .optional($0.rule?.requiredDays) },
        Column("unit", in: .programs) { .optional($0.rule?.unit.rawValue) },
        Column("each", in: .programs) { .optional($0.rule?.centsPerUnit.map(Money.text)) },
        Column("most", in: .programs) { .optional($0.rule?.mostCents.map(Money.text)) },
        Column("currency", in: .programs) { .optional($0.rule?.currency.code) },
        Column("decided_at", "decided (UTC)") { .time($0.decidedAt) },
        Column("author", "by") { .text($0.author.words) },
    ]
}

/// The file of a month in each format.
struct MonthFile {
    let store: VisitStore
    let month: Month
    let group: GroupSelection?
    let order: (column: ReportOrder, descending: Bool)

    func report(by key: ReportKey) throws -> MonthReport {
        var report = MonthReport(try store.months.content(of: month, by: key, group: group))
        report.sort(by: order.column, descending: order.descending)
        return report
    }

    func hours() throws -> BusyHours {
        try store.months.busyHours(of: month, group: group, standard: store.settings.defaultTimeZone() ?? .utc)
    }

    func write(
        _ rows: ReportMonth.Rows,
        _ format: ReportFormat,
        defusesFormulas: Bool,
        to output: @escaping ([UInt8]) throws -> Void
    ) throws {
        guard let key = rows.key else {
            var report = Report(MonthLine.columns, format, defusesFormulas: defusesFormulas, to: output)
            try store.months.forEachLine(of: month, group: group) { try report.add($0) }
            return try report.end(note: CountText.of(report.count, "line"))
        }
        let month = try report(by: key)
        var report = Report(month.columns, format, defusesFormulas: defusesFormulas, to: output)
        for row in month.rows { try report.add(row) }
        try report.end(note: month.summary)
    }

    /// The bytes of a workbook, which is written as a temporary file first.
    func workbook(by key: ReportKey) throws -> [UInt8] {
        try MonthWorkbook.bytes(report(by: key)) { add in
            try store.months.forEachLine(of: month, group: group, add)
        }
    }
}

/// The report of a month as a page.
struct MonthPage {
    let report: MonthReport
    let places: MonthReport
    let hours: BusyHours
    let group: GroupSelection?

    init(_ file: MonthFile, by key: ReportKey) throws {
        let keys: [ReportKey] = key == .facility ? [key] : [key, .facility]
        let reports = try file.store.months.contents(of: file.month, by: keys, group: file.group).map(MonthReport.init)
        var report = reports[0]
        report.sort(by: file.order.column, descending: file.order.descending)
        (self.report, places) = (report, reports[reports.count - 1])
        hours = try file.hours()
        group = file.group
    }

    func html() -> String {
        let scope = group.map { ", \($0.group?.text ?? "members without a group")" } ?? ""
        return DrawingPage.html(title: "Visits of \(report.month)\(scope)") { page in
            page.element("p", "\(report.summary).")
            if let rule = report.rule { page.element("p class=\"quiet\"", "Payout: \(rule).") }
            let bars = MonthDrawing.bars(places.rows, of: .facility)
            if !bars.isEmpty {
                page.element("h2", "Busiest places")
                page.element("div class=\"drawing\"") { $0.raw(bars) }
                page.element("h2", "Busiest hours")
                page.element("div class=\"drawing\"") { $0.raw(MonthDrawing.hours(hours)) }
            }
            let columns = report.columns.filter { $0.formats.contains(.table) }
            page.element("h2", "By \(report.key.rawValue)")
            page.table(columns.map(\.title), report.rows.map { row in columns.map { $0.cell(row).forPeople } })
            guard !report.adjustments.isEmpty else { return }
            page.element("h2", "Adjustments of closed months")
            page.table(
                ["", "Month", "Member", "Facility", "Day"],
                report.adjustments.map { line in
                    [
                        line.change == .added ? "added" : "removed", line.visit.month.description,
                        line.visit.memberName?.text ?? line.visit.member?.text ?? "",
                        line.visit.facilityName, line.visit.localDate.description,
                    ]
                }
            )
        }
    }
}
