package import VisitModel
internal import WireJSON

/// The geometry of a facility as text: WKT, GeoJSON, or the hexadecimal WKB of databases.
package enum BoundaryText {
    /// Parses trimmed WKT (OGC 06-103r4, with the `SRID=4326;` that PostGIS puts before it), GeoJSON (RFC 7946) or
    /// hexadecimal WKB (also PostGIS's, with a reference system).
    ///
    /// Several polygons are one area, whether they are a multipolygon or a collection.
    package static func geometry(_ text: String) throws(ValidationError) -> UncheckedGeometry {
        if text.utf8.first == UInt8(ascii: "{") { return try GeoJSONGeometry.geometry(Array(text.utf8)) }
        if let bytes = binary(text) { return try WellKnownBinary.geometry(bytes) }
        var parser = WKTParser(text)
        return try parser.geometry()
    }

    /// The bytes of a text of hexadecimal digits; `nil` for any other.
    private static func binary(_ text: String) -> [UInt8]? {
        // Well-known binary begins with a byte of 0 or 1.
        let digits = Array(text.utf8)
        guard digits.count > 8, digits.count.isMultiple(of: 2), digits[0] == UInt8(ascii: "0") else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalDigit, let low = digits[index + 1].hexadecimalDigit else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    static func error(_ message: String) -> ValidationError {
        ValidationError(.polygon, message + ", expected a WKT or GeoJSON polygon in longitude and latitude")
    }

    /// One area of the polygons of all geometries, or the only point.
    static func joined(_ geometries: [UncheckedGeometry]) throws(ValidationError) -> UncheckedGeometry {
        if let only = geometries.first, geometries.count == 1 { return only }
        var polygons: [[[UncheckedGeometry.Position]]] = []
        for geometry in geometries {
            guard case .polygons(let more) = geometry else {
                throw error("the boundary is a collection with other geometries than polygons")
            }
            polygons += more
        }
        guard !polygons.isEmpty else { throw error("the boundary is an empty collection") }
        return .polygons(polygons)
    }
}

/// Parses GeoJSON: a geometry, a feature of one, or a collection.
struct GeoJSONGeometry {
    private static let deepestNesting = 60

    static func geometry(_ text: [UInt8]) throws(ValidationError) -> UncheckedGeometry {
        guard JSONScanner(text, maximumDepth: deepestNesting).syntaxError == nil else { throw malformed }
        do {
            return try text.withUnsafeBufferPointer { try geometry(JSONCursor($0)) }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw malformed
        }
    }

    private static var malformed: ValidationError { BoundaryText.error("the boundary is not GeoJSON") }

    private static func geometry(_ start: JSONCursor) throws -> UncheckedGeometry {
        var cursor = start
        guard cursor.kind == .object else { throw malformed }
        var (type, coordinates, geometry, members): (String?, JSONCursor?, JSONCursor?, JSONCursor?)
        cursor.enter()
        while let key = cursor.nextKey() {
            let key = DelimitedField(bytes: key)
            let value = cursor.detour()
            if key.equals(lowercase: "type") {
                type = value.text
            } else if key.equals(lowercase: "coordinates") {
                coordinates = value
            } else if key.equals(lowercase: "geometry") {
                geometry = value
            } else if key.equals(lowercase: "features") || key.equals(lowercase: "geometries") {
                members = value
            }
        }
        switch type {
        case "Point": return .point(try position(coordinates))
        case "Polygon": return .polygons([try rings(coordinates)])
        case "MultiPolygon": return .polygons(try elements(coordinates).map { try rings($0) })
        case "Feature":
            guard var cursor = geometry, cursor.kind == .object else {
                throw BoundaryText.error("the boundary has no geometry")
            }
            return try self.geometry(cursor)
        case "FeatureCollection", "GeometryCollection":
            let found = try elements(members)
            guard !found.isEmpty else { throw BoundaryText.error("the boundary has 0 features") }
            return try BoundaryText.joined(try found.map { try self.geometry($0) })
        case let other?: throw BoundaryText.error("the boundary is a \(other)")
        case nil: throw malformed
        }
    }

    private static func rings(_ cursor: JSONCursor?) throws -> [[UncheckedGeometry.Position]] {
        try elements(cursor).map { try elements($0).map { try position($0) } }
    }

    private static func position(_ cursor: JSONCursor?) throws -> UncheckedGeometry.Position {
        let numbers = try elements(cursor).map { element in
            var element = element
            guard element.kind == .literal, let number = DelimitedField(bytes: element.literal()).double() else {
                throw malformed
            }
            return number
        }
        guard numbers.count >= 2 else {
            throw BoundaryText.error("a corner of the boundary has no longitude and latitude")
        }
        // A height after them is dropped.
        return UncheckedGeometry.Position(x: numbers[0], y: numbers[1])
    }

    /// Cursors at the elements of an array.
    private static func elements(_ start: JSONCursor?) throws -> [JSONCursor] {
        guard var cursor = start, cursor.kind == .array else { throw malformed }
        var elements: [JSONCursor] = []
        cursor.enter()
        while cursor.nextElement() { elements.append(cursor.detour()) }
        return elements
    }
}
