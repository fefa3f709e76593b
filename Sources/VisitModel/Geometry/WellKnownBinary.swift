/// Geometries as OGC well-known binary.
///
/// Coordinates keep every bit. Source: OGC 06-103r4, section 8.2; for the flags of the type that PostGIS adds (EWKB),
/// its manual, chapter "Geometry Input and Output".
package enum WellKnownBinary {
    private enum Kind: UInt32 {
        case point = 1, lineString, polygon, multiPoint, multiLineString, multiPolygon, geometryCollection
    }

    /// The polygons of a fence in little-endian order, each ring closed; `nil` for a circle.
    ///
    /// SpatiaLite's `GeomFromWKB(bytes, 4326)` decodes the shape.
    package static func bytes(of geofence: Geofence) -> [UInt8]? {
        var bytes: [UInt8] = []
        switch geofence {
        case .circle: return nil
        case .polygon(let polygon): append(polygon, to: &bytes)
        case .multiPolygon(let area):
            appendHeader(.multiPolygon, count: area.polygons.count, to: &bytes)
            for polygon in area.polygons { append(polygon, to: &bytes) }
        }
        return bytes
    }

    private static func append(_ polygon: Polygon, to bytes: inout [UInt8]) {
        appendHeader(.polygon, count: polygon.holes.count + 1, to: &bytes)
        for ring in polygon.rings {
            append(UInt32(ring.count + 1), to: &bytes)
            for corner in ring + ring.prefix(1) {
                append(corner.longitude.bitPattern, to: &bytes)
                append(corner.latitude.bitPattern, to: &bytes)
            }
        }
    }

    private static func appendHeader(_ kind: Kind, count: Int, to bytes: inout [UInt8]) {
        bytes.append(1)
        append(kind.rawValue, to: &bytes)
        append(UInt32(count), to: &bytes)
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Decodes a point, a polygon or a multipolygon, in either byte order, with or without heights and measures, which
    /// are dropped, and with or without PostGIS's reference system, which has to be WGS84.
    ///
    /// Throws `ValidationError` with code `polygon` for other geometries, and for bytes that are none.
    package static func geometry(_ bytes: [UInt8]) throws(ValidationError) -> UncheckedGeometry {
        var reader = Reader(bytes[...])
        let (kind, dimensions) = try reader.header()
        let geometry: UncheckedGeometry
        switch kind {
        case .point: geometry = .point(try reader.position(dimensions))
        case .polygon: geometry = .polygons([try reader.rings(dimensions)])
        case .multiPolygon:
            var polygons: [[[UncheckedGeometry.Position]]] = []
            for _ in 0..<(try reader.count(leastBytes: 9)) {
                let (part, dimensions) = try reader.header()
                guard part == .polygon else { throw error("has a part that is no polygon") }
                polygons.append(try reader.rings(dimensions))
            }
            geometry = .polygons(polygons)
        case .lineString, .multiPoint, .multiLineString, .geometryCollection: throw error("is a \(kind)")
        }
        guard reader.isAtEnd else { throw error("has bytes after its end") }
        return geometry
    }

    private static func error(_ problem: String) -> ValidationError {
        ValidationError(.polygon, "the well-known binary of the boundary \(problem)")
    }

    private struct Reader {
        private var rest: ArraySlice<UInt8>
        private var isLittleEndian = true

        init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

        var isAtEnd: Bool { rest.isEmpty }

        private mutating func next<Number: FixedWidthInteger>(
            _: Number.Type = Number.self
        ) throws(ValidationError) -> Number {
            let size = MemoryLayout<Number>.size
            guard rest.count >= size else { throw error("ends too early") }
            let value = rest.prefix(size).withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
            rest = rest.dropFirst(size)
            return isLittleEndian ? Number(littleEndian: value) : Number(bigEndian: value)
        }

        /// The kind of the geometry that begins here, and the number of dimensions of its positions.
        mutating func header() throws(ValidationError) -> (Kind, dimensions: Int) {
            switch try next(UInt8.self) {
            case 0: isLittleEndian = false
            case 1: isLittleEndian = true
            default: throw error("begins with no byte order")
            }
            let code = try next(UInt32.self)
            if code & 0x2000_0000 != 0 {
                let reference = try next(UInt32.self)
                guard reference == 4326 || reference == 0 else {
                    throw error("is in the reference system SRID=\(reference), not in WGS84 (4326)")
                }
            }
            let plain = code & 0x1FFF_FFFF
            guard let kind = Kind(rawValue: plain % 1000), plain < 4000 else {
                throw error("has the unknown type \(plain)")
            }
            let byThousands = [0, 1, 1, 2][Int(plain / 1000)]
            let byFlags = (code & 0x8000_0000 != 0 ? 1 : 0) + (code & 0x4000_0000 != 0 ? 1 : 0)
            return (kind, 2 + max(byThousands, byFlags))
        }

        /// A number of elements that each take at least so many bytes, all of which are there.
        mutating func count(leastBytes: Int) throws(ValidationError) -> UInt32 {
            let count = try next(UInt32.self)
            guard Int(count) <= rest.count / leastBytes else { throw error("ends too early") }
            return count
        }

        mutating func position(_ dimensions: Int) throws(ValidationError) -> UncheckedGeometry.Position {
            let (x, y) = (Double(bitPattern: try next()), Double(bitPattern: try next()))
            for _ in 2..<dimensions { _ = try next(UInt64.self) }
            return UncheckedGeometry.Position(x: x, y: y)
        }

        mutating func rings(_ dimensions: Int) throws(ValidationError) -> [[UncheckedGeometry.Position]] {
            var rings: [[UncheckedGeometry.Position]] = []
            for _ in 0..<(try count(leastBytes: 4)) {
                var ring: [UncheckedGeometry.Position] = []
                let corners = try count(leastBytes: 8 * dimensions)
                ring.reserveCapacity(Int(corners))
                for _ in 0..<corners { ring.append(try position(dimensions)) }
                rings.append(ring)
            }
            return rings
        }
    }
}

extension Geofence {
    /// Decodes the output of `WellKnownBinary.bytes(of:)`.
    ///
    /// Throws `ValidationError` where the bytes are no polygon or multipolygon, or its rings enclose no area.
    package init(wellKnownBinary bytes: [UInt8]) throws(ValidationError) {
        guard let geofence = try WellKnownBinary.geometry(bytes).geofence() else {
            throw ValidationError(.polygon, "the well-known binary is a point and no polygon")
        }
        self = geofence
    }
}
