package import MonthReports

/// The workbook of a month: a sheet of the report's rows, and one of the visits.
package enum MonthWorkbook {
    /// `lines` calls its closure with each line of the month's file.
    package static func bytes(
        _ report: MonthReport,
        lines: ((MonthLine) throws -> Void) throws -> Void
    ) throws -> [UInt8] {
        try XLSXWorkbook.bytes { workbook in
            let name =
                switch report.key {
                case .member: "Members"
                case .facility: "Facilities"
                case .group: "Groups"
                }
            var rows = try workbook.sheet(name, report.columns)
            for row in report.rows { try rows.add(row) }
            var visits = try workbook.sheet("Visits", MonthLine.columns)
            try lines { try visits.add($0) }
        }
    }
}
