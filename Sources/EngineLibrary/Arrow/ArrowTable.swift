internal import CArrow
internal import VisitModel

/// A table that a caller passed as a struct array, valid for the time of the call.
struct ArrowTable {
    /// The table's name in messages.
    let name: String
    /// The number of rows.
    let count: Int
    private var columns: [String: ArrowColumn] = [:]

    /// Finds the columns of a table; throws code `column` where it is none, or has a column of a type that is not read.
    init(_ name: String, _ schema: ArrowSchema, _ array: ArrowArray) throws(EngineLibraryError) {
        let (end, overflows) = array.length.addingReportingOverflow(array.offset)
        guard Self.text(schema.format) == "+s", schema.n_children == array.n_children, schema.n_children >= 0,
            array.length >= 0, array.offset >= 0, !overflows, array.null_count <= 0
        else {
            throw EngineLibraryError(
                .column,
                "`\(name)` is no table, expected a struct array with a child for each column (a record batch)"
            )
        }
        self.name = name
        self.count = Int(array.length)
        for index in 0..<Int(schema.n_children) {
            guard let column = schema.children?[index]?.pointee, let values = array.children?[index]?.pointee else {
                throw EngineLibraryError(.column, "column \(index) of `\(name)` is missing")
            }
            let columnName = Self.text(column.name)
            let format = Self.text(column.format)
            guard column.dictionary == nil, let kind = ArrowColumn.Kind(format: format) else {
                throw EngineLibraryError(
                    .column,
                    "the column `\(columnName)` of `\(name)` has the type \(Self.typeName(of: format, column)), which "
                        + "is not read; cast it to string, binary, double, int64, bool or timestamp"
                )
            }
            guard values.length >= end, values.offset >= 0,
                let read = ArrowColumn(kind, values, tableOffset: Int(array.offset))
            else {
                throw EngineLibraryError(.column, "the column `\(columnName)` of `\(name)` has not all of its buffers")
            }
            guard columns.updateValue(read, forKey: columnName) == nil else {
                throw EngineLibraryError(.column, "the column `\(columnName)` of `\(name)` occurs twice")
            }
        }
    }

    /// Removes and returns a column, `nil` where the table has none of the name; throws code `column` for another type.
    mutating func remove(
        _ column: String,
        _ kinds: ArrowColumn.Kind...,
        expecting type: String
    ) throws(EngineLibraryError) -> ArrowColumn? {
        guard let found = columns.removeValue(forKey: column) else { return nil }
        guard kinds.contains(found.kind) else {
            throw EngineLibraryError(
                .column,
                "the column `\(column)` of `\(name)` has the type \(found.kind.typeName), expected \(type)"
            )
        }
        return found
    }

    /// Checks that every column was removed; throws code `column`.
    func checkNoneLeft(known: [String]) throws(EngineLibraryError) {
        guard let other = columns.keys.min() else { return }
        throw EngineLibraryError(
            .column,
            "`\(name)` has no column `\(other)`; expected among \(known.joined(separator: ", "))"
        )
    }

    func missing(_ column: String, _ type: String) -> EngineLibraryError {
        EngineLibraryError(.column, "`\(name)` lacks the column `\(column)` (\(type))")
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String { pointer.map { String(cString: $0) } ?? "" }

    /// The name of a type for messages, as pyarrow has it; the format itself for the rarer ones.
    private static func typeName(of format: String, _ schema: ArrowSchema) -> String {
        if schema.dictionary != nil { return "dictionary" }
        let names = [
            "n": "null", "c": "int8", "C": "uint8", "s": "int16", "S": "uint16", "I": "uint32", "L": "uint64",
            "e": "halffloat", "f": "float", "vu": "string_view", "vz": "binary_view", "tdD": "date32", "tdm": "date64",
            "+l": "list", "+L": "large_list", "+s": "struct", "+m": "map",
        ]
        return names[format] ?? "`\(format)`"
    }
}

extension ArrowColumn.Kind {
    /// The name of the type, as pyarrow has it.
    var typeName: String {
        switch self {
        case .text: "string"
        case .largeText: "large_string"
        case .binary: "binary"
        case .largeBinary: "large_binary"
        case .int32: "int32"
        case .int64: "int64"
        case .float64: "double"
        case .flag: "bool"
        case .timestamp(.seconds): "timestamp[s]"
        case .timestamp(.milliseconds): "timestamp[ms]"
        case .timestamp(.microseconds): "timestamp[us]"
        case .timestamp(.nanoseconds): "timestamp[ns]"
        }
    }
}
