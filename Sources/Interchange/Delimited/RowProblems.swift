internal import VisitModel

/// The diagnostics of one row, and whether it is usable in spite of them.
package struct RowProblems {
    let file: String
    let line: Int
    /// The number of a feature in its list, which may be all on one line.
    var feature: Int?
    private(set) var diagnostics: [Diagnostic] = []

    init(file: String, line: Int, feature: Int? = nil) {
        self.file = file
        self.line = line
        self.feature = feature
    }

    var isUsable: Bool { !diagnostics.contains { $0.severity == .error } }

    /// `place` is the line, where it is not the one that the row begins on.
    mutating func add(
        _ severity: Diagnostic.Severity,
        _ code: String,
        line place: Int? = nil,
        column: String? = nil,
        _ message: String
    ) {
        diagnostics.append(
            Diagnostic(
                severity,
                code: code,
                file: file,
                line: place ?? line,
                column: column,
                message: feature.map { "feature \($0): \(message)" } ?? message
            )
        )
    }

    /// The value, or `nil` with an error where it is invalid.
    mutating func value<Value>(
        _ code: String,
        column: @autoclosure () -> String,
        _ value: @autoclosure () throws(ValidationError) -> Value
    ) -> Value? {
        do throws(ValidationError) {
            return try value()
        } catch {
            add(.error, code, column: column(), error.message)
            return nil
        }
    }

    /// Checks the format of the record: its quotes and the number of its fields.
    mutating func checkShape(_ record: borrowing DelimitedRecord, headers: [String]) {
        if let problem = record.feature?.problem {
            add(.error, "bad_feature", problem.message)
            return
        }
        switch record.defect {
        case .tooLong:
            add(.error, "record_too_long", "the record has no end within reach, expected a line end")
            return
        case .unclosedQuote(let quote):
            // Where the field was meant to end is unknown, so each value of the row may be wrong.
            add(
                .error,
                "unclosed_quote",
                line: quote.line,
                column: quote.field < headers.count ? headers[quote.field] : nil,
                "the quote that opens the field is never closed, expected a quote at its end"
            )
            return
        case nil: break
        }
        if record.count != headers.count {
            let fields = record.count == 1 ? "1 field" : "\(record.count) fields"
            add(.error, "field_count", "the row has \(fields), expected \(headers.count) as in the header")
        }
    }

    /// Warns of characters in the fields in use that are not visible, once for each field.
    mutating func checkVisibility<Field: ColumnField>(
        _ record: borrowing DelimitedRecord,
        _ columns: ColumnMapping<Field>
    ) {
        for (field, header) in columns.chosen {
            guard let index = columns[field], index < record.count,
                let scalar = HiddenCharacters.first(in: record[index].trimmed.string)
            else { continue }
            add(
                .warning,
                "hidden_character",
                column: header,
                "the field holds \(HiddenCharacters.name(scalar)), which is invisible or changes the order of the text; it "
                    + "was kept, and is displayed as \(HiddenCharacters.escape(scalar))"
            )
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

/// Detects distinct identifiers that look alike: the same letters, encoded in two ways in Unicode.
struct ConfusableNames<Subject>: Sendable {
    private struct Seen: Sendable {
        let id: Identifier<Subject>
        let line: Int
        var others: Set<Identifier<Subject>> = []
    }

    /// The first identifier of each appearance; those of ASCII have no look-alike.
    private var seen: [Identifier<Subject>.ConfusableName: Seen] = [:]

    /// Warns once of an identifier that looks like an earlier one.
    mutating func check(_ id: Identifier<Subject>, line: Int, column: String?, _ problems: inout RowProblems) {
        guard !id.text.utf8.allSatisfy({ $0 < 0x80 }) else { return }
        let look = id.lookAlike
        guard let first = seen[look] else {
            seen[look] = Seen(id: id, line: line)
            return
        }
        guard first.id != id, seen[look]?.others.insert(id).inserted == true else { return }
        problems.add(
            .warning,
            "look_alike_id",
            column: column,
            "`\(id)` looks like the id on line \(first.line) but differs in its Unicode normalization; "
                + "write both in NFC if they are the same id"
        )
    }
}
