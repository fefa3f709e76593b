internal import SQLiteStorage
internal import VisitModel

extension Polygon {
    /// The polygon as OGC well-known binary in little-endian order, each ring closed.
    ///
    /// Coordinates keep every bit, and SpatiaLite's `GeomFromWKB(polygon, 4326)` decodes the shape. Source: OGC
    /// 06-103r4, section 8.2.
    var wellKnownBinary: [UInt8] {
        var bytes: [UInt8] = [1]
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(UInt32(3))
        append(UInt32(rings.count))
        for ring in rings {
            append(UInt32(ring.count + 1))
            for corner in ring + ring.prefix(1) {
                append(corner.longitude.bitPattern)
                append(corner.latitude.bitPattern)
            }
        }
        return bytes
    }

    /// Decodes the output of `wellKnownBinary`.
    ///
    /// Throws `StorageError` with code `damaged` when the bytes are not such a polygon, `ValidationError` when its
    /// rings enclose no area.
    init(wellKnownBinary bytes: [UInt8]) throws {
        var rest = bytes[...]
        func next<Number: FixedWidthInteger>(_: Number.Type) throws -> Number {
            let size = MemoryLayout<Number>.size
            guard rest.count >= size else { throw StorageError.damaged("a truncated polygon") }
            let value = rest.prefix(size).withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
            rest = rest.dropFirst(size)
            return Number(littleEndian: value)
        }
        guard try next(UInt8.self) == 1, try next(UInt32.self) == 3 else {
            throw StorageError.damaged("a shape that is not a polygon")
        }
        var rings: [[Coordinate]] = []
        for _ in 0..<(try next(UInt32.self)) {
            var ring: [Coordinate] = []
            for _ in 0..<(try next(UInt32.self)) {
                let longitude = Double(bitPattern: try next(UInt64.self))
                let latitude = Double(bitPattern: try next(UInt64.self))
                ring.append(try Coordinate(latitude: latitude, longitude: longitude))
            }
            rings.append(ring)
        }
        guard let exterior = rings.first, rest.isEmpty else {
            throw StorageError.damaged("a polygon without an outer ring or with trailing bytes")
        }
        try self.init(exterior: exterior, holes: Array(rings.dropFirst()))
    }
}
