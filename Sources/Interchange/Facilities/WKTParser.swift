internal import VisitModel

/// Parses `POLYGON ((lon lat, …), …)`, `MULTIPOLYGON`, `POINT (lon lat)`, and a collection of polygons.
struct WKTParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func geometry() throws(ValidationError) -> UncheckedGeometry {
        if peekWord() == "SRID" {
            _ = word()
            let reference = rest(until: UInt8(ascii: ";"))
            guard reference == "=4326" else {
                throw BoundaryText.error(
                    "the boundary is in the reference system SRID\(reference), not in WGS84 (4326)"
                )
            }
        }
        let geometry = try tagged()
        skipBlanks()
        guard index == bytes.count else { throw BoundaryText.error("unexpected text after the boundary") }
        return geometry
    }

    /// A geometry with its name before it.
    private mutating func tagged() throws(ValidationError) -> UncheckedGeometry {
        var kind = word()
        for suffix in ["ZM", "Z", "M"] where kind.hasSuffix(suffix) {
            kind.removeLast(suffix.count)
            break
        }
        if ["Z", "M", "ZM"].contains(peekWord()) { _ = word() }
        guard peekWord() != "EMPTY" else { throw BoundaryText.error("the boundary is empty") }
        switch kind {
        case "POLYGON": return .polygons([try rings()])
        case "MULTIPOLYGON":
            var polygons: [[[UncheckedGeometry.Position]]] = []
            try expect("(")
            repeat { polygons.append(try rings()) } while skip(",")
            try expect(")")
            return .polygons(polygons)
        case "GEOMETRYCOLLECTION":
            var geometries: [UncheckedGeometry] = []
            try expect("(")
            // Not nested, so that no text is a deep recursion.
            repeat {
                guard !peekWord().hasPrefix(kind) else {
                    throw BoundaryText.error("the boundary is a collection of collections")
                }
                geometries.append(try tagged())
            } while skip(",")
            try expect(")")
            return try BoundaryText.joined(geometries)
        case "POINT":
            try expect("(")
            let position = try position()
            try expect(")")
            return .point(position)
        case "LINESTRING", "MULTILINESTRING", "MULTIPOINT", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON",
            "MULTICURVE", "MULTISURFACE", "TRIANGLE", "TIN", "POLYHEDRALSURFACE":
            throw BoundaryText.error("the boundary is a \(kind)")
        default: throw BoundaryText.error("the boundary begins with neither POLYGON nor {")
        }
    }

    private mutating func rings() throws(ValidationError) -> [[UncheckedGeometry.Position]] {
        var rings: [[UncheckedGeometry.Position]] = []
        try expect("(")
        repeat {
            var ring: [UncheckedGeometry.Position] = []
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

    /// Two numbers; a height or a measure after them is dropped.
    private mutating func position() throws(ValidationError) -> UncheckedGeometry.Position {
        var numbers: [Double] = []
        while true {
            skipBlanks()
            let start = index
            while index < bytes.count, !Self.endsNumber(bytes[index]) { index += 1 }
            guard start < index else { break }
            let number = bytes[start..<index].withUnsafeBufferPointer { DelimitedField(bytes: $0).double() }
            guard let number else {
                let text = String(decoding: bytes[start..<index].prefix(30), as: UTF8.self)
                throw BoundaryText.error("`\(text)` in the boundary is not a number")
            }
            numbers.append(number)
        }
        guard numbers.count >= 2 else {
            throw BoundaryText.error("a corner of the boundary has no longitude and latitude")
        }
        return UncheckedGeometry.Position(x: numbers[0], y: numbers[1])
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
