internal import CArrow

/// A column of a table that a caller passed, valid for the time of the call.
///
/// The layouts are those of the Arrow columnar format ("Physical Memory Layout").
struct ArrowColumn {
    /// The types that are read.
    enum Kind: Equatable {
        case text, largeText, binary, largeBinary, int32, int64, float64, flag
        /// Timestamps, by the number of their units in a millisecond; 0 for whole seconds.
        case timestamp(Timescale)

        enum Timescale { case seconds, milliseconds, microseconds, nanoseconds }

        /// The kind of a format string; `nil` for one that is not read.
        init?(format: String) {
            switch format {
            case "u": self = .text
            case "U": self = .largeText
            case "z": self = .binary
            case "Z": self = .largeBinary
            case "i": self = .int32
            case "l": self = .int64
            case "g": self = .float64
            case "b": self = .flag
            case let format where format.hasPrefix("tss:"): self = .timestamp(.seconds)
            case let format where format.hasPrefix("tsm:"): self = .timestamp(.milliseconds)
            case let format where format.hasPrefix("tsu:"): self = .timestamp(.microseconds)
            case let format where format.hasPrefix("tsn:"): self = .timestamp(.nanoseconds)
            default: return nil
            }
        }
    }

    let kind: Kind
    private let validity: UnsafePointer<UInt8>?
    private let values: UnsafeRawPointer?
    /// The bytes of texts; `values` are then their offsets.
    private let bytes: UnsafePointer<UInt8>?
    /// The place of the table's first row in the buffers.
    private let offset: Int

    /// Makes a column of an array; `nil` where it has not the buffers of its kind.
    ///
    /// `tableOffset` is the offset of the table's own struct array.
    init?(_ kind: Kind, _ array: ArrowArray, tableOffset: Int) {
        let isText = [.text, .largeText, .binary, .largeBinary].contains(kind)
        guard array.n_buffers == (isText ? 3 : 2), let buffers = array.buffers else { return nil }
        self.kind = kind
        self.validity = buffers[0]?.assumingMemoryBound(to: UInt8.self)
        self.values = buffers[1]
        self.bytes = isText ? buffers[2]?.assumingMemoryBound(to: UInt8.self) : nil
        self.offset = Int(array.offset) + tableOffset
    }

    func isNull(_ row: Int) -> Bool {
        guard let validity else { return false }
        let place = offset + row
        return validity[place >> 3] & (1 << UInt8(place & 7)) == 0
    }

    /// The bytes of a text or binary value; empty for a null.
    func utf8(_ row: Int) -> UnsafeBufferPointer<UInt8> {
        guard !isNull(row), let values else { return UnsafeBufferPointer(start: nil, count: 0) }
        let place = offset + row
        let (start, end): (Int, Int)
        switch kind {
        case .text, .binary:
            let offsets = values.assumingMemoryBound(to: Int32.self)
            (start, end) = (Int(offsets[place]), Int(offsets[place + 1]))
        default:
            let offsets = values.assumingMemoryBound(to: Int64.self)
            (start, end) = (Int(offsets[place]), Int(offsets[place + 1]))
        }
        guard let bytes, end > start else { return UnsafeBufferPointer(start: nil, count: 0) }
        return UnsafeBufferPointer(start: bytes + start, count: end - start)
    }

    /// The text of a row; `nil` for a null and for bytes that are not UTF-8.
    func text(_ row: Int) -> String? {
        isNull(row) ? nil : String(validating: utf8(row), as: UTF8.self)
    }

    func integer(_ row: Int) -> Int64? {
        guard !isNull(row), let values else { return nil }
        return kind == .int32
            ? Int64(values.assumingMemoryBound(to: Int32.self)[offset + row])
            : values.assumingMemoryBound(to: Int64.self)[offset + row]
    }

    func number(_ row: Int) -> Double? {
        guard !isNull(row), let values else { return nil }
        return values.assumingMemoryBound(to: Double.self)[offset + row]
    }

    func flag(_ row: Int) -> Bool? {
        guard !isNull(row), let values else { return nil }
        let place = offset + row
        return values.assumingMemoryBound(to: UInt8.self)[place >> 3] & (1 << UInt8(place & 7)) != 0
    }
}
