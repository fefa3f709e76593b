import Foundation

/// A value within a JSON text, found without making values of what nobody asks for.
///
/// Only the brackets and quotation marks are checked; what is wrong within a value is found when that value is asked for.
/// An answer of a server is some kilobytes, of which the phone needs a few words; Foundation's decoder takes many times
/// as long for it.
struct JSONPart {
    private let bytes: [UInt8]
    /// Where the value stands in the text.
    let range: Range<Int>

    /// Checks a text; there is nothing where its brackets and quotation marks do not fit.
    ///
    /// - Parameter bytes: UTF-8.
    init?(_ bytes: [UInt8]) {
        guard let range = bytes.withUnsafeBufferPointer(JSONBrackets.range) else { return nil }
        self.bytes = bytes
        self.range = range
    }

    private init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    private var first: UInt8 { bytes[range.lowerBound] }

    /// The value's own text.
    var json: ArraySlice<UInt8> { bytes[range] }

    /// Whether it is an object.
    var isObject: Bool { first == UInt8(ascii: "{") }

    /// The value where it is a text.
    var text: String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        let inner = bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
        guard inner.contains(UInt8(ascii: "\\")) else { return String(decoding: inner, as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data(json))
    }

    /// The value where it is a number.
    var number: Double? {
        guard first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        return Double(String(decoding: json, as: UTF8.self))
    }

    /// The value where it is true or false.
    var truth: Bool? {
        if json.elementsEqual("true".utf8) { return true }
        return json.elementsEqual("false".utf8) ? false : nil
    }

    /// The elements where it is a list.
    var elements: [JSONPart]? {
        guard first == UInt8(ascii: "[") else { return nil }
        var elements: [JSONPart] = []
        var place = range.lowerBound + 1
        while let value = value(from: &place) { elements.append(value) }
        return elements
    }

    /// The members where it is an object.
    var members: JSONMembers? {
        guard isObject else { return nil }
        var all: [(name: JSONPart, value: JSONPart)] = []
        var place = range.lowerBound + 1
        while let name = value(from: &place), let value = value(from: &place) { all.append((name, value)) }
        return JSONMembers(all: all)
    }

    /// A member where it is an object that has one of this name; whoever wants several takes `members`.
    ///
    /// - Parameter key: a name without characters that have to be escaped.
    subscript(key: StaticString) -> JSONPart? { members?[key] }

    func isText(_ text: StaticString) -> Bool {
        guard range.count == text.utf8CodeUnitCount + 2 else { return false }
        return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[range.lowerBound + 1 + $0] == text.utf8Start[$0] }
    }

    /// Takes the next value within this one; `nil` at its end.
    private func value(from place: inout Int) -> JSONPart? {
        let end = range.upperBound - 1
        while place < end, Self.isBetween(bytes[place]) { place += 1 }
        guard place < end else { return nil }
        let start = place
        skipValue(from: &place, before: end)
        return JSONPart(bytes, start..<place)
    }

    private func skipValue(from place: inout Int, before end: Int) {
        var depth = 0
        repeat {
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                place += 1
            case UInt8(ascii: "\""): skipText(from: &place, before: end)
            default:
                place += 1
                if depth == 0 {
                    while place < end, !Self.endsScalar(bytes[place]) { place += 1 }
                }
            }
        } while depth > 0 && place < end
    }

    private func skipText(from place: inout Int, before end: Int) {
        place += 1
        while place < end, bytes[place] != UInt8(ascii: "\"") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, end)
    }

    /// What stands between two values: spaces, a comma, a colon.
    private static func isBetween(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        isBetween(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}
