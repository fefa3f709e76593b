internal import Foundation
internal import VisitModel

/// The shape of a facility in WKT or GeoJSON.
enum BoundaryText {
    enum Shape {
        case polygon(Polygon)
        /// A single point, as in the geometry column of geographic exports.
        case point(Coordinate)
    }

    /// Parses trimmed WKT (OGC 06-103r4, with the `SRID=4326;` that PostGIS puts before it) or GeoJSON (RFC 7946).
    ///
    /// A multipolygon is accepted only with a single polygon, because a facility has one fence.
    static func shape(_ text: String) throws(ValidationError) -> Shape {
        if text.utf8.first == UInt8(ascii: "{") { return try GeoJSONShape.shape(text) }
        var parser = WKTParser(text)
        return try parser.shape()
    }

    static func error(_ message: String) -> ValidationError {
        ValidationError(.polygon, message + ", expected a WKT or GeoJSON polygon in longitude and latitude")
    }

    /// The shape of rings of `[longitude, latitude]`.
    static func polygon(_ rings: [[[Double]]]) throws(ValidationError) -> Shape {
        var checked: [[Coordinate]] = []
        for ring in rings {
            var corners: [Coordinate] = []
            for position in ring { corners.append(try coordinate(position)) }
            guard corners.first == corners.last else {
                throw error("a ring of the boundary is not closed: its last corner is not its first")
            }
            checked.append(corners)
        }
        guard let exterior = checked.first else { throw error("the boundary has no ring") }
        return .polygon(try Polygon(exterior: exterior, holes: Array(checked.dropFirst())))
    }

    /// The point of a position; a height after it is dropped.
    static func coordinate(_ position: [Double]) throws(ValidationError) -> Coordinate {
        guard position.count >= 2 else { throw error("a corner of the boundary has no longitude and latitude") }
        return try Coordinate(latitude: position[1], longitude: position[0])
    }
}

/// Parses a polygon or a point from GeoJSON: a geometry, a feature of one, or a collection of one feature.
enum GeoJSONShape {
    /// Any object of RFC 7946, reduced to the relevant keys.
    private struct Object: Decodable {
        let type: String
        let geometry: Geometry?
        let features: [Feature]?
    }

    private struct Feature: Decodable {
        let geometry: Geometry?
    }

    private enum Geometry: Decodable {
        case polygon([[[Double]]])
        case multiPolygon([[[[Double]]]])
        case point([Double])
        case other(String)

        private enum Key: CodingKey { case type, coordinates }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            switch try container.decode(String.self, forKey: .type) {
            case "Polygon": self = .polygon(try container.decode([[[Double]]].self, forKey: .coordinates))
            case "MultiPolygon": self = .multiPolygon(try container.decode([[[[Double]]]].self, forKey: .coordinates))
            case "Point": self = .point(try container.decode([Double].self, forKey: .coordinates))
            case let type: self = .other(type)
            }
        }
    }

    static func shape(_ text: String) throws(ValidationError) -> BoundaryText.Shape {
        switch try geometry(Data(text.utf8)) {
        case .polygon(let rings): return try BoundaryText.polygon(rings)
        case .multiPolygon(let polygons):
            guard polygons.count == 1 else {
                throw BoundaryText.error("the boundary has \(polygons.count) polygons instead of one")
            }
            return try BoundaryText.polygon(polygons[0])
        case .point(let position): return .point(try BoundaryText.coordinate(position))
        case .other(let type): throw BoundaryText.error("the boundary is a \(type)")
        case nil: throw BoundaryText.error("the boundary has no geometry")
        }
    }

    private static func geometry(_ data: Data) throws(ValidationError) -> Geometry? {
        let decoder = JSONDecoder()
        do {
            let object = try decoder.decode(Object.self, from: data)
            switch object.type {
            case "Feature": return object.geometry
            case "FeatureCollection":
                guard let features = object.features, features.count == 1 else {
                    throw BoundaryText.error("the boundary has \(object.features?.count ?? 0) features instead of one")
                }
                return features[0].geometry
            default: return try decoder.decode(Geometry.self, from: data)
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw BoundaryText.error("the boundary is not GeoJSON")
        }
    }
}

/// Parses `POLYGON ((lon lat, …), …)`, `POINT (lon lat)` and a `MULTIPOLYGON` of one.
struct WKTParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func shape() throws(ValidationError) -> BoundaryText.Shape {
        var kind = word()
        if kind == "SRID" {
            let reference = rest(until: UInt8(ascii: ";"))
            guard reference == "=4326" else {
                throw BoundaryText.error(
                    "the boundary is in the reference system SRID\(reference), not in WGS84 (4326)"
                )
            }
            kind = word()
        }
        if ["Z", "M", "ZM"].contains(peekWord()) { _ = word() }
        let result: BoundaryText.Shape
        switch kind {
        case "POLYGON", "POLYGONZ": result = try BoundaryText.polygon(try rings())
        case "MULTIPOLYGON", "MULTIPOLYGONZ":
            try expect("(")
            let rings = try rings()
            guard !skip(",") else { throw BoundaryText.error("the boundary has more than one polygon") }
            try expect(")")
            result = try BoundaryText.polygon(rings)
        case "POINT", "POINTZ":
            try expect("(")
            let position = try position()
            try expect(")")
            result = .point(try BoundaryText.coordinate(position))
        default: throw BoundaryText.error("the boundary begins with neither POLYGON nor {")
        }
        skipBlanks()
        guard index == bytes.count else { throw BoundaryText.error("unexpected text after the boundary") }
        return result
    }

    private mutating func rings() throws(ValidationError) -> [[[Double]]] {
        var rings: [[[Double]]] = []
        try expect("(")
        repeat {
            var ring: [[Double]] = []
            try expect("(")
            repeat {
                ring.append(try position())
            } while skip(",")
            try expect(")")
            rings.append(ring)
        } while skip(",")
        try expect(")")
        return rings
    }

    private mutating func position() throws(ValidationError) -> [Double] {
        var numbers: [Double] = []
        while true {
            skipBlanks()
            let start = index
            while index < bytes.count, !Self.endsNumber(bytes[index]) { index += 1 }
            guard start < index else { return numbers }
            let number = bytes[start..<index].withUnsafeBufferPointer { DelimitedField(bytes: $0).double() }
            guard let number else {
                let text = String(decoding: bytes[start..<index].prefix(30), as: UTF8.self)
                throw BoundaryText.error("`\(text)` in the boundary is not a number")
            }
            numbers.append(number)
        }
    }

    private static func endsNumber(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")")
    }

    /// Reads a run of letters, converted to capitals.
    private mutating func word() -> String {
        let word = peekWord()
        index += word.utf8.count
        return word
    }

    private mutating func peekWord() -> String {
        skipBlanks()
        let letters = bytes[index...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
        return String(decoding: letters.map { $0 & 0xDF }, as: UTF8.self)
    }

    private mutating func rest(until stop: UInt8) -> String {
        let text = bytes[index...].prefix { $0 != stop }
        index = min(index + text.count + 1, bytes.count)
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func skipBlanks() {
        while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
    }

    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func expect(_ character: Unicode.Scalar) throws(ValidationError) {
        guard skip(character) else {
            let found = index < bytes.count ? "`\(Unicode.Scalar(bytes[index]))`" : "the end"
            throw BoundaryText.error("the boundary has \(found), expected `\(character)`")
        }
    }
}
