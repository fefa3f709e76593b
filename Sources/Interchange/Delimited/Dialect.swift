/// The separators of the fields and records of a delimited text.
package struct Dialect: Hashable, Sendable {
    /// The byte between two fields.
    package enum Delimiter: UInt8, Hashable, Sendable, CaseIterable {
        /// `,`
        case comma = 0x2C
        /// `;`, which spreadsheets write where the comma is the decimal sign.
        case semicolon = 0x3B
        /// A tabulator.
        case tab = 0x09
        /// `|`
        case pipe = 0x7C
    }

    /// The byte between two fields.
    package var delimiter: Delimiter
    /// Whether a carriage return without a line feed ends a record, as on old Macs.
    ///
    /// True only where a text has no line feed at all: elsewhere a lone carriage return is part of a field.
    package var endsRecordsAtCarriageReturn: Bool

    /// Creates a dialect.
    ///
    /// - Parameters:
    ///   - delimiter: the byte between two fields.
    ///   - endsRecordsAtCarriageReturn: whether a lone carriage return ends a record; line feeds always do.
    package init(delimiter: Delimiter = .comma, endsRecordsAtCarriageReturn: Bool = false) {
        self.delimiter = delimiter
        self.endsRecordsAtCarriageReturn = endsRecordsAtCarriageReturn
    }
}

extension Dialect.Delimiter: CustomStringConvertible {
    /// The delimiter's name in English.
    package var description: String {
        switch self {
        case .comma: "comma"
        case .semicolon: "semicolon"
        case .tab: "tab"
        case .pipe: "pipe"
        }
    }
}
