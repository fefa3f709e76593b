internal import CXLSXWriter
internal import Foundation
internal import VisitModel

/// Writes a workbook for Excel and LibreOffice.
///
/// The file at `path` is complete after `close()`.
package final class XLSXWorkbook {
    fileprivate let path: String
    fileprivate let formats: Formats
    private let workbook: UnsafeMutablePointer<lxw_workbook>
    private var isClosed = false

    fileprivate struct Formats {
        let title: UnsafeMutablePointer<lxw_format>?
        let day: UnsafeMutablePointer<lxw_format>?
        let clock: UnsafeMutablePointer<lxw_format>?
        /// By the count of decimals.
        let decimals: [UnsafeMutablePointer<lxw_format>?]
    }

    /// Creates a workbook at a path; throws `TablesError` with code `output` where the file can't be written.
    package init(at path: String) throws {
        self.path = path
        // Rows that are complete are written to a temporary file, so that any number needs little memory.
        var options = lxw_workbook_options()
        options.constant_memory = 1
        guard let workbook = workbook_new_opt(path, &options) else {
            throw TablesError(.output, "the workbook `\(path)` can't be created")
        }
        self.workbook = workbook
        func format(_ number: String) -> UnsafeMutablePointer<lxw_format>? {
            let format = workbook_add_format(workbook)
            format_set_num_format(format, number)
            return format
        }
        let title = workbook_add_format(workbook)
        format_set_bold(title)
        formats = Formats(
            title: title,
            day: format("yyyy-mm-dd"),
            clock: format("yyyy-mm-dd hh:mm"),
            decimals: ["0", "0.0", "0.00"].map(format)
        )
    }

    /// Returns the bytes of a workbook, which is written as a temporary file because the library can't write to memory.
    package static func bytes(_ body: (XLSXWorkbook) throws -> Void) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("footfall-\(UUID().uuidString).xlsx")
        defer { try? FileManager.default.removeItem(at: path) }
        let workbook = try XLSXWorkbook(at: path.path)
        try body(workbook)
        try workbook.close()
        do {
            return [UInt8](try Data(contentsOf: path))
        } catch {
            throw TablesError(.output, "the workbook `\(path.path)` can't be read", cause: error)
        }
    }

    /// Adds a sheet with the titles of the columns; its name has at most 31 characters and no other sheet has it.
    package func sheet<Row>(_ name: String, _ columns: [Column<Row>]) throws -> XLSXSheet<Row> {
        guard let sheet = workbook_add_worksheet(workbook, name) else {
            throw TablesError(.output, "the name `\(name)` can't be that of a sheet")
        }
        return try XLSXSheet(columns, sheet, of: self)
    }

    /// Completes the file.
    package func close() throws {
        isClosed = true
        try check(workbook_close(workbook))
    }

    deinit {
        // Also frees what was not completed.
        if !isClosed { _ = workbook_close(workbook) }
    }

    fileprivate func check(_ error: lxw_error) throws {
        guard error != LXW_NO_ERROR else { return }
        let reason = lxw_strerror(error).map { String(cString: $0) } ?? "\(error.rawValue)"
        throw TablesError(.output, "the workbook `\(path)` can't be written: \(reason)")
    }
}

/// Writes rows as a sheet of a workbook, a row at a time.
///
/// Texts are cells of text, never formulas; numbers, days and times are values that a spreadsheet can compute with. A
/// sheet has at most 1,048,576 rows.
package struct XLSXSheet<Row> {
    private let columns: [Column<Row>]
    private let sheet: UnsafeMutablePointer<lxw_worksheet>
    private let workbook: XLSXWorkbook
    private var row: UInt32 = 0

    /// The most rows below the titles.
    package static var rowLimit: Int { 1_048_575 }

    fileprivate init(
        _ columns: [Column<Row>],
        _ sheet: UnsafeMutablePointer<lxw_worksheet>,
        of workbook: XLSXWorkbook
    ) throws {
        self.columns = columns
        self.sheet = sheet
        self.workbook = workbook
        worksheet_freeze_panes(sheet, 1, 0)
        for (index, column) in columns.enumerated() {
            let width = max(Double(column.title.count) + 2, 12)
            _ = worksheet_set_column(sheet, UInt16(index), UInt16(index), width, nil)
            try workbook.check(
                worksheet_write_string(sheet, 0, UInt16(index), column.title, workbook.formats.title)
            )
        }
    }

    /// Adds a row; throws `TablesError` with code `tooLong` beyond `rowLimit`.
    package mutating func add(_ value: Row) throws {
        guard row < UInt32(Self.rowLimit) else {
            throw TablesError(.tooLong, "a sheet has at most \(Self.rowLimit) rows; ask for fewer, or for CSV")
        }
        row += 1
        for (index, column) in columns.enumerated() {
            try workbook.check(write(column.cell(value), at: UInt16(index)))
        }
    }

    private func write(_ cell: Cell, at column: UInt16) -> lxw_error {
        let formats = workbook.formats
        return switch cell {
        case .text(let text): writeText(text, column)
        case .integer(let number): worksheet_write_number(sheet, row, column, Double(number), nil)
        case .number(let number, let decimals):
            worksheet_write_number(
                sheet,
                row,
                column,
                number,
                formats.decimals[min(max(decimals, 0), formats.decimals.count - 1)]
            )
        case .flag(let flag): worksheet_write_boolean(sheet, row, column, flag ? 1 : 0, nil)
        case .clock(let day, let second):
            worksheet_write_number(sheet, row, column, day.serialNumber + Double(second) / 86_400, formats.clock)
        case .day(let day): worksheet_write_number(sheet, row, column, day.serialNumber, formats.day)
        case .time(let time): writeText(time.iso8601, column)
        case .list, .json: writeText(cell.forPeople, column)
        case .nothing: LXW_NO_ERROR
        }
    }

    /// A cell holds at most 32,767 code points, and XML can't have two of Unicode.
    private func writeText(_ text: String, _ column: UInt16) -> lxw_error {
        let text = text.replacing("\u{FFFE}", with: "\u{FFFD}").replacing("\u{FFFF}", with: "\u{FFFD}")
        let scalars = text.unicodeScalars
        let cut = scalars.count > 32_767 ? String(String.UnicodeScalarView(scalars.prefix(32_767))) : text
        return worksheet_write_string(sheet, row, column, cut, nil)
    }
}

extension CivilDate {
    /// The days of a spreadsheet: 1 is 1900-01-01, and 25569 is 1970-01-01.
    fileprivate var serialNumber: Double { Double(daysSince1970 + 25_569) }
}
