/// The diagnostics of one row, and whether it is usable in spite of them.
struct RowProblems {
    private let file: String
    private let line: Int
    private(set) var diagnostics: [Diagnostic] = []

    init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }

    mutating func add(_ severity: Diagnostic.Severity, _ code: String, column: String? = nil, _ message: String) {
        diagnostics.append(
            Diagnostic(severity, code: code, file: file, line: line, column: column, message: message)
        )
    }

    /// Checks the format of the record: its quotes and the number of its fields.
    mutating func checkShape(_ record: borrowing DelimitedRecord, headers: [String]) {
        switch record.defect {
        case .tooLong:
            add(.error, "record_too_long", "the record has no end within reach, expected a line end")
            return
        case .unclosedQuote(let field):
            add(
                .warning,
                "unclosed_quote",
                column: field < headers.count ? headers[field] : nil,
                "the field's opening quote is never closed; it was read as part of the text"
            )
        case nil: break
        }
        if record.count != headers.count {
            let fields = record.count == 1 ? "1 field" : "\(record.count) fields"
            add(.error, "field_count", "the row has \(fields), expected \(headers.count) as in the header")
        }
    }

    /// Checks the header: its quotes, and that no column in use occurs twice.
    mutating func checkHeader<Field: ColumnField>(_ record: borrowing DelimitedRecord, _ columns: ColumnMapping<Field>)
    {
        checkShape(record, headers: columns.headers)
        let names = columns.headers.map(ColumnName.normalized)
        for (field, header) in columns.chosen {
            let twins = names.indices.filter { names[$0] == ColumnName.normalized(header) && $0 != columns[field] }
            guard let twin = twins.first else { continue }
            add(
                .warning,
                "repeated_column",
                column: header,
                "column \(twin + 1) has the same name, expected each once; the one used for \(field.rawValue) is column "
                    + "\((columns[field] ?? 0) + 1)"
            )
        }
    }
}
