internal import VisitModel

/// Parses `POLYGON ((lon lat, …), …)`, `POINT (lon lat)` and a `MULTIPOLYGON` of one.
struct WKTParser {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

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
        if ["Z", "M", "ZM"].contains(peekWord()) {
            _ = word()
        }
        let result: BoundaryText.Shape
        switch kind {
        case "POLYGON", "POLYGONZ":
            result = try BoundaryText.polygon(try rings())
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
        default:
            throw BoundaryText.error("the boundary begins with neither POLYGON nor {")
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
