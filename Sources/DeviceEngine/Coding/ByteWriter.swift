internal import VisitModel

/// An encoder of values into compact bytes.
///
/// Small numbers take one byte (LEB128, as DWARF 5 section 7.6 describes it; signed ones zigzag), so that the state of
/// a device at rest is small. The output depends on the values alone.
package struct ByteWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func write(unsigned value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func write(signed value: Int64) {
        write(unsigned: UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func write(count: Int) {
        write(unsigned: UInt64(count))
    }

    mutating func write(_ value: Bool) {
        bytes.append(value ? 1 : 0)
    }

    /// Writes all 64 bits, least significant byte first, so that the number is decoded exactly.
    mutating func write(_ value: Double) {
        write(fixed: value.bitPattern)
    }

    mutating func write(fixed value: UInt64) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: Timestamp) {
        write(signed: value.milliseconds)
    }

    mutating func write(_ value: Coordinate) {
        write(value.latitude)
        write(value.longitude)
    }

    /// Writes one byte for the presence of the value, then the value.
    mutating func write<Value>(optional value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(value != nil)
        if let value {
            body(&self, value)
        }
    }

    /// Appends a digest of the bytes, by which damage is detected before decoding.
    mutating func seal() {
        write(fixed: Self.digest(of: bytes[...]))
    }

    /// The digest of the bytes; a single changed byte always changes it.
    static func digest(of bytes: ArraySlice<UInt8>) -> UInt64 {
        var digest = StableDigest()
        digest.combine(bytes: bytes)
        return digest.checksum
    }
}
