import Interchange

/// The rows of a document, as their file has them.
struct OptionRows: Sendable {
    /// The rows that could be read, in their order.
    private(set) var rows: [OptionRow] = []
    /// What is wrong with the way the file is written, as `line: what`.
    private(set) var faults: [String] = []

    /// Reads a file of rows.
    ///
    /// - Parameter text: CSV with the header `OptionRow.header`.
    /// - Throws: `InterchangeError` where it is no text.
    init(reading text: String) throws {
        var reader = DelimitedReader(dialect: Dialect(delimiter: .comma))
        try reader.consume(Array(text.utf8)) { append($0) }
        try reader.finish { append($0) }
        if !hasHeader { faults.append("1: there is no header, expected \(OptionRow.header.joined(separator: ","))") }
        if text.split(separator: "\n").count != recordCount { faults.append("1: a record is not one line") }
    }

    private var hasHeader = false
    private var recordCount = 0

    private mutating func append(_ record: borrowing DelimitedRecord) {
        recordCount += 1
        let fields = (0..<record.count).map { record[$0].string }
        if fields == OptionRow.header {
            hasHeader = true
        } else if fields.count != OptionRow.header.count || record.defect != nil {
            faults.append("\(record.line): \(fields.count) fields, expected \(OptionRow.header.count)")
        } else {
            rows.append(OptionRow(fields, fileLine: record.line))
        }
    }
}
