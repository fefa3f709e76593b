/// One record of a delimited text, or of a list that is read as such a table, as a view into its reader's memory.
///
/// It can't be copied, because its memory is reused for the next record.
package struct DelimitedRecord: ~Copyable {
    /// An error in the format of a record; its fields are still available.
    package enum Defect: Hashable, Sendable {
        /// The quote that opens a field is not closed.
        ///
        /// It was treated as a literal character, and the record as ending with its line.
        case unclosedQuote(OpenQuote)
        /// The record exceeds the limit; it was skipped and has no fields.
        case tooLong
    }

    /// A quote that opens a field and is never closed.
    package struct OpenQuote: Hashable, Sendable {
        /// Of the field, from 0.
        package var field: Int
        /// The line of the quote, from 1: the fields before it may have several lines.
        package var line: Int
        /// Whether the text continues without an end of the field for longer than the limits.
        ///
        /// Otherwise the text ends, or the next quote shows that another field begins.
        package var exceedsLimits: Bool

        package init(field: Int, line: Int, exceedsLimits: Bool = false) {
            (self.field, self.line, self.exceedsLimits) = (field, line, exceedsLimits)
        }
    }

    /// A record that is a feature of a GeoJSON list.
    struct Feature: Hashable, Sendable {
        enum Problem: Hashable, Sendable {
            case broken(JSONRecordCutter.Breakage)
            case notAFeature

            var message: String {
                switch self {
                case .broken(let breakage): breakage.rawValue
                case .notAFeature: "this is no GeoJSON feature, expected an object of type Feature"
                }
            }
        }

        /// From 1; all features may be on one line.
        var number: Int
        /// Why it can't be read; it has no fields then.
        var problem: Problem?
    }

    /// The line the record begins on, from 1.
    package let line: Int
    package let dialect: Dialect
    package let defect: Defect?

    let text: UnsafePointer<UInt8>
    let scratch: UnsafePointer<UInt8>
    let bounds: UnsafeBufferPointer<FieldBounds>
    /// `nil` for a row of delimited text.
    var feature: Feature?

    package var count: Int { bounds.count }

    /// A field by its index from 0, unquoted but not trimmed.
    package subscript(index: Int) -> DelimitedField {
        let field = bounds[index]
        return DelimitedField(
            bytes: UnsafeBufferPointer(
                start: (field.isInScratch ? scratch : text) + Int(field.start),
                count: Int(field.count)
            )
        )
    }
}

extension DelimitedRecord {
    /// The trimmed field of a column; `nil` where it is missing, or there is no column.
    func field(_ column: Int?) -> DelimitedField? {
        guard let column else { return nil }
        let field = self[column].trimmed
        return field.isMissing ? nil : field
    }

    /// Whether no field has any other character.
    var isASCII: Bool {
        for index in 0..<count where !self[index].bytes.allSatisfy({ $0 < 0x80 }) { return false }
        return true
    }

    package var headers: [String] { (0..<count).map { self[$0].trimmed.string } }

    /// Whether all fields are empty, as in the rows of mere delimiters that spreadsheets leave.
    package var hasOnlyEmptyFields: Bool {
        guard defect == nil, feature?.problem == nil else { return false }
        for index in 0..<count where !self[index].isEmpty { return false }
        return true
    }
}

struct FieldBounds {
    /// The first byte, relative to the beginning of the record, or of the scratch memory.
    var start: UInt32
    private var countAndPlace: UInt32

    var count: UInt32 { countAndPlace & 0x7FFF_FFFF }
    /// Whether the field had doubled quotes and is stored, with single ones, in the scratch memory.
    var isInScratch: Bool { countAndPlace & 0x8000_0000 != 0 }

    init(start: Int, count: Int, isInScratch: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.countAndPlace = UInt32(truncatingIfNeeded: count) & 0x7FFF_FFFF | (isInScratch ? 0x8000_0000 : 0)
    }
}
