/// What a column of some kind of file may hold.
package protocol ColumnField: Hashable, Sendable, CaseIterable, RawRepresentable where RawValue == String {
    /// The header names that people give the column, as `ColumnName` normalises them, the most telling first.
    var columnNames: [String] { get }
}

/// Header names without what people vary: case, blanks, underscores, hyphens, `@`, `:` and a byte order mark.
package enum ColumnName {
    /// The letters and digits of a name, in lower case: `@lat` is `lat`, `Store Number` is `storenumber`.
    ///
    /// - Parameter header: a header as it stands in a file.
    /// - Returns: the normalised name; empty where there is no letter and no digit.
    package static func normalized(_ header: String) -> String {
        String(String.UnicodeScalarView(header.lowercased().unicodeScalars.filter(\.properties.isAlphanumeric)))
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character is a letter or a decimal digit.
    fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType == .decimal }
}

/// Which column of a file holds which field.
package struct ColumnMapping<Field: ColumnField>: Sendable {
    /// The headers, trimmed.
    package let headers: [String]
    private let indices: [Field: Int]

    /// Matches the headers of a file to fields.
    ///
    /// A field takes the column with the most telling of its names (`latitude` over `y`), and of two with equal names the
    /// first. What the caller asks for goes before.
    ///
    /// - Parameters:
    ///   - headers: the header record of the file.
    ///   - overrides: the column asked for by field: its header, in any case and with or without underscores. An empty
    ///     text means that the field is in no column.
    /// - Throws: `InterchangeError` with code `mapping` when a column asked for is not there.
    package init(headers: [String], overrides: [Field: String] = [:]) throws(InterchangeError) {
        let names = headers.map(ColumnName.normalized)
        var indices: [Field: Int] = [:]
        for field in Field.allCases {
            if let wanted = overrides[field] {
                guard !wanted.isEmpty else { continue }
                let index = headers.firstIndex(of: wanted) ?? names.firstIndex(of: ColumnName.normalized(wanted))
                guard let index else {
                    throw InterchangeError(
                        .mapping,
                        "there is no column `\(wanted)` for \(field.rawValue); the columns are \(Self.list(headers))"
                    )
                }
                indices[field] = index
            } else {
                indices[field] = field.columnNames.lazy.compactMap { names.firstIndex(of: $0) }.first
            }
        }
        self.headers = headers
        self.indices = indices
    }

    /// The position of a field's column, from 0; `nil` where the file has none.
    ///
    /// - Parameter field: the field asked for.
    package subscript(field: Field) -> Int? { indices[field] }

    /// The header of a field's column; the field's own name where the file has none.
    ///
    /// - Parameter field: the field asked for.
    /// - Returns: a name for messages.
    package func header(_ field: Field) -> String {
        indices[field].map { headers[$0] } ?? field.rawValue
    }

    /// The fields that have a column and its header, in the order of the fields: what to print for a person.
    package var chosen: [(field: Field, header: String)] {
        Field.allCases.compactMap { field in indices[field].map { (field, headers[$0]) } }
    }

    /// The headers of the columns that no field takes, in the order of the file; a column without a header is left out.
    package var ignored: [String] {
        let used = Set(indices.values)
        return headers.indices.filter { !used.contains($0) && !headers[$0].isEmpty }.map { headers[$0] }
    }

    /// The headers as a list for a message.
    static func list(_ headers: [String]) -> String {
        headers.map { "`\($0)`" }.joined(separator: ", ")
    }
}

extension ColumnMapping {
    /// Reads overrides as a command line gives them.
    ///
    /// - Parameter arguments: texts such as `latitude=LAT_DD`; nothing after the `=` leaves a field without column.
    /// - Returns: the column asked for by field.
    /// - Throws: `InterchangeError` with code `mapping` when one has another form or names no field.
    package static func overrides(_ arguments: [String]) throws(InterchangeError) -> [Field: String] {
        var result: [Field: String] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw InterchangeError(.mapping, "`\(argument)` is no mapping, expected for instance latitude=LAT_DD")
            }
            let name = ColumnName.normalized(String(parts[0]))
            let field = Field.allCases.first { ColumnName.normalized($0.rawValue) == name }
            guard let field = field ?? Field.allCases.first(where: { $0.columnNames.contains(name) }) else {
                let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw InterchangeError(.mapping, "`\(parts[0])` is no field, expected one of \(known)")
            }
            result[field] = String(parts[1])
        }
        return result
    }
}
