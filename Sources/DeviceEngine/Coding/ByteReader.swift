package import VisitModel

/// Decodes values from bytes that `ByteWriter` encoded.
///
/// Truncated or invalid bytes throw instead of trapping: a damaged row must not stop the service.
package struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Checks and removes the digest that `ByteWriter.appendChecksum` appended.
    package init(checksummed bytes: [UInt8]) throws(DeviceEngineError) {
        var end = ByteReader(Array(bytes.suffix(8)))
        guard try end.readFixed() == ByteWriter.digest(of: bytes.dropLast(8)) else { throw Self.damaged }
        self.init(bytes.dropLast(8))
    }

    package var isAtEnd: Bool { position == bytes.count }

    package mutating func readByte() throws(DeviceEngineError) -> UInt8 {
        guard position < bytes.count else { throw Self.damaged }
        defer { position += 1 }
        return bytes[position]
    }

    package mutating func readUnsigned() throws(DeviceEngineError) -> UInt64 {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try readByte()
            guard shift < 63 || byte <= 1 else { throw Self.damaged }
            value |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return value }
            shift += 7
        }
    }

    package mutating func readSigned() throws(DeviceEngineError) -> Int64 {
        let value = try readUnsigned()
        return Int64(bitPattern: (value >> 1)) ^ -Int64(bitPattern: value & 1)
    }

    /// Reads an element count, where each element has at least one byte.
    package mutating func readCount() throws(DeviceEngineError) -> Int {
        let value = try readUnsigned()
        guard value <= UInt64(bytes.count - position) else { throw Self.damaged }
        return Int(value)
    }

    package mutating func readInt() throws(DeviceEngineError) -> Int {
        guard let value = Int(exactly: try readUnsigned()) else { throw Self.damaged }
        return value
    }

    package mutating func readBool() throws(DeviceEngineError) -> Bool {
        switch try readByte() {
        case 0: false
        case 1: true
        default: throw Self.damaged
        }
    }

    mutating func readFixed() throws(DeviceEngineError) -> UInt64 {
        guard bytes.count - position >= 8 else { throw Self.damaged }
        defer { position += 8 }
        return (0..<8).reduce(0) { $0 | UInt64(bytes[position + $1]) << UInt64(8 * $1) }
    }

    package mutating func readDouble() throws(DeviceEngineError) -> Double { Double(bitPattern: try readFixed()) }

    package mutating func readTimestamp() throws(DeviceEngineError) -> Timestamp {
        Timestamp(milliseconds: try readSigned())
    }

    package mutating func readBytes() throws(DeviceEngineError) -> [UInt8] {
        let count = try readCount()
        defer { position += count }
        return Array(bytes[position..<position + count])
    }

    package mutating func readText() throws(DeviceEngineError) -> String {
        guard let text = String(validating: try readBytes(), as: UTF8.self) else { throw Self.damaged }
        return text
    }

    mutating func readCoordinate() throws(DeviceEngineError) -> Coordinate {
        let (latitude, longitude) = (try readDouble(), try readDouble())
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw DeviceEngineError(.damagedState, Self.damaged.message, cause: error)
        }
    }

    package static let damaged = DeviceEngineError(
        .damagedState,
        "the stored engine state is damaged or from another version; restore the database from a backup, or replay the "
            + "tracks into a new one"
    )
}
