internal import Foundation
internal import VisitModel

/// The fields of a kind of file, each with its known column names.
package protocol ColumnField: Hashable, Sendable, CaseIterable, RawRepresentable where RawValue == String {
    /// The common header names of the column, as `ColumnName` normalises them, by rank.
    var columnNames: [String] { get }

    /// Corrects the chosen columns where a column's neighbours tell what it is.
    ///
    /// `names` are all headers, normalised; `fixed` are the fields that a mapping of the user decides.
    static func correct(_ indices: inout [Self: Int], names: [String], fixed: Set<Self>)
}

extension ColumnField {
    package static func correct(_ indices: inout [Self: Int], names: [String], fixed: Set<Self>) {}

    /// The column with the best-ranked of the field's names, the first of two equal ones; `excluded` is none of them.
    func column(among names: [String], excluding excluded: Int? = nil) -> Int? {
        columnNames.lazy.compactMap { name in
            names.indices.first { names[$0] == name && $0 != excluded }
        }.first
    }
}

/// Normalisation of header names: ignores case, accents, blanks, underscores, hyphens, `@`, `:` and a byte order mark.
package enum ColumnName {
    /// The letters, without accents, and digits in lower case: `@lat` is `lat`, `Store Number` is `storenumber`,
    /// `Straße` is `strasse`, `Länge` is `lange` and `N°` is `no`; may be empty.
    package static func normalized(_ header: String) -> String {
        var name = String.UnicodeScalarView()
        // The decomposition separates accents from their letters.
        for scalar in header.decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars {
            if let letters = lettersWithoutDecomposition[scalar] {
                name.append(contentsOf: letters.unicodeScalars)
            } else if scalar == "°", name.elementsEqual("n".unicodeScalars) {
                name.append("o")
            } else if scalar.properties.isAlphanumeric {
                name.append(scalar)
            }
        }
        return String(name)
    }

    private static let lettersWithoutDecomposition: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d",
    ]
}

extension Unicode.Scalar.Properties {
    fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType == .decimal }
}

package struct ColumnMapping<Field: ColumnField>: Sendable {
    /// The headers, trimmed.
    package let headers: [String]
    private let indices: [Field: Int]

    /// A field gets the column with the best-ranked of its names (`latitude` over `y`), the first of two equal ones.
    ///
    /// `overrides` take precedence: a header in any case, with or without underscores. An empty string means that the
    /// field has no column. Throws `InterchangeError` with code `mapping` when a requested column is missing.
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
                indices[field] = field.column(among: names)
            }
        }
        Field.correct(&indices, names: names, fixed: Set(overrides.keys))
        self.headers = headers
        self.indices = indices
    }

    /// The index of a field's column, from 0; `nil` where the file has none.
    package subscript(field: Field) -> Int? { indices[field] }

    /// The header of a field's column, for messages; the field's own name where the file has none.
    package func header(_ field: Field) -> String { indices[field].map { headers[$0] } ?? field.rawValue }

    /// The fields that have a column and its header, in the order of the fields, to print for a person.
    package var chosen: [(field: Field, header: String)] {
        Field.allCases.compactMap { field in indices[field].map { (field, headers[$0]) } }
    }

    /// The headers of the unused columns, in the order of the file; a column without a header is left out.
    package var ignored: [String] {
        let used = Set(indices.values)
        return headers.indices.filter { !used.contains($0) && !headers[$0].isEmpty }.map { headers[$0] }
    }

    static func list(_ headers: [String]) -> String { headers.map { "`\($0)`" }.joined(separator: ", ") }
}

extension ColumnMapping {
    /// Parses arguments such as `latitude=LAT_DD`; nothing after the `=` leaves a field without column.
    ///
    /// Throws `InterchangeError` with code `mapping` when one has another form or names no field.
    package static func overrides(_ arguments: [String]) throws(InterchangeError) -> [Field: String] {
        var result: [Field: String] = [:]
        for argument in arguments {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else {
                throw InterchangeError(
                    .mapping,
                    "`\(argument)` is not a mapping, expected for instance latitude=LAT_DD"
                )
            }
            let name = ColumnName.normalized(String(parts[0]))
            let field = Field.allCases.first { ColumnName.normalized($0.rawValue) == name }
            guard let field = field ?? Field.allCases.first(where: { $0.columnNames.contains(name) }) else {
                let known = Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw InterchangeError(.mapping, "`\(parts[0])` is not a field, expected one of \(known)")
            }
            result[field] = String(parts[1])
        }
        return result
    }
}
