/// One record of a delimited text, as a view into the tokenizer's memory.
///
/// It can't be copied, because its memory is used again for the next record: read what you need while you have it.
package struct DelimitedRecord: ~Copyable {
    /// Something wrong with how a record is written; its fields are there all the same.
    package enum Defect: Hashable, Sendable {
        /// The quote that opens a field (counted from 0) is closed nowhere near; it was taken as a literal character,
        /// and the record as ending with its line.
        case unclosedQuote(field: Int)
        /// The record is longer than any record is; it was passed over and has no fields.
        case tooLong
    }

    /// The line the record begins on, from 1.
    package let line: Int
    /// How its fields are separated.
    package let dialect: Dialect
    /// What is wrong with the way the record is written.
    package let defect: Defect?

    private let text: UnsafePointer<UInt8>
    private let scratch: UnsafePointer<UInt8>
    private let bounds: UnsafeBufferPointer<FieldBounds>

    init(
        line: Int,
        dialect: Dialect,
        defect: Defect?,
        text: UnsafePointer<UInt8>,
        scratch: UnsafePointer<UInt8>,
        bounds: UnsafeBufferPointer<FieldBounds>
    ) {
        self.line = line
        self.dialect = dialect
        self.defect = defect
        self.text = text
        self.scratch = scratch
        self.bounds = bounds
    }

    /// How many fields there are.
    package var count: Int { bounds.count }

    /// A field, unquoted but not trimmed.
    ///
    /// - Parameter index: counted from 0, less than `count`.
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
    /// The fields as the headers of columns: trimmed texts.
    package var headers: [String] {
        (0..<count).map { self[$0].trimmed.string }
    }

    /// Whether no field has a single character, as in the rows of mere delimiters that spreadsheets leave.
    package var hasOnlyEmptyFields: Bool {
        guard defect == nil else { return false }
        for index in 0..<count where !self[index].isEmpty {
            return false
        }
        return true
    }
}

/// Where a field lies.
struct FieldBounds {
    /// The first byte, counted from the beginning of the record, or of the scratch memory.
    var start: UInt32
    private var countAndPlace: UInt32

    /// How many bytes.
    var count: UInt32 { countAndPlace & 0x7FFF_FFFF }
    /// Whether it had doubled quotes and lies, with single ones, in the scratch memory.
    var isInScratch: Bool { countAndPlace & 0x8000_0000 != 0 }

    init(start: Int, count: Int, isInScratch: Bool = false) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.countAndPlace = UInt32(truncatingIfNeeded: count) & 0x7FFF_FFFF | (isInScratch ? 0x8000_0000 : 0)
    }
}
