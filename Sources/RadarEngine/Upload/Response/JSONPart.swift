internal import Foundation
internal import WireJSON

/// A value within a JSON text, decoded lazily.
///
/// Only the brackets and quotation marks are checked; an error within a value is found when the value is read. A
/// server's response is some kilobytes, of which the phone needs a few words; Foundation's decoder takes many times as
/// long for it.
struct JSONPart {
    private let text: WholeText
    let range: Range<Int>

    /// `nil` if the brackets and quotation marks of the UTF-8 text do not match; `known` values of earlier texts are
    /// not checked again.
    init?(_ bytes: [UInt8], knowing known: JSONValueCache = JSONValueCache()) {
        guard let range = bytes.withUnsafeBufferPointer({ JSONBrackets.range(of: $0, knowing: known) }) else {
            return nil
        }
        self.text = WholeText(bytes, knowing: known)
        self.range = range
    }

    private init(_ text: WholeText, _ range: Range<Int>) {
        self.text = text
        self.range = range
    }

    /// A text and its known values, shared by all its parts.
    private final class WholeText: Sendable {
        let bytes: [UInt8]
        let known: JSONValueCache

        init(_ bytes: [UInt8], knowing known: JSONValueCache) {
            self.bytes = bytes
            self.known = known
        }
    }

    private var first: UInt8 { text.bytes[range.lowerBound] }

    var json: ArraySlice<UInt8> { text.bytes[range] }

    /// The cached result of decoding the same text.
    var known: JSONValueCache.Decoded? {
        text.bytes.withUnsafeBufferPointer { text.known.decoded(at: range.lowerBound, in: $0) }
    }

    var isObject: Bool { first == UInt8(ascii: "{") }

    var string: String? {
        guard first == UInt8(ascii: "\"") else { return nil }
        return JSONScanner.string(quoted: json)
    }

    var number: Double? {
        guard first == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return nil }
        return Double(String(decoding: json, as: UTF8.self))
    }

    var truth: Bool? {
        if json.elementsEqual("true".utf8) { return true }
        return json.elementsEqual("false".utf8) ? false : nil
    }

    var elements: [JSONPart]? {
        guard first == UInt8(ascii: "[") else { return nil }
        var elements: [JSONPart] = []
        elements.reserveCapacity(20)
        eachRange { elements.append(JSONPart(text, $0)) }
        return elements
    }

    var members: JSONMembers? {
        guard isObject else { return nil }
        var all: [(name: JSONPart, value: JSONPart)] = []
        all.reserveCapacity(8)
        var name: JSONPart?
        eachRange { range in
            let part = JSONPart(text, range)
            if let known = name {
                all.append((known, part))
                name = nil
            } else {
                name = part
            }
        }
        return JSONMembers(all: all)
    }

    /// The member with a name, if the value is an object; to read several, use `members`.
    subscript(key: StaticString) -> JSONPart? { members?[key] }

    func isString(_ string: StaticString) -> Bool {
        guard range.count == string.utf8CodeUnitCount + 2 else { return false }
        return text.bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return false }
            return memcmp(start + range.lowerBound + 1, string.utf8Start, string.utf8CodeUnitCount) == 0
        }
    }

    /// Calls a closure for each nested value, skipping separators.
    private func eachRange(_ body: (Range<Int>) -> Void) {
        text.bytes.withUnsafeBufferPointer { bytes in
            let end = range.upperBound - 1
            var offset = range.lowerBound + 1
            while true {
                while offset < end, Self.isBetween(bytes[offset]) { offset += 1 }
                guard offset < end else { return }
                let start = offset
                skipValue(in: bytes, from: &offset, before: end)
                body(start..<offset)
            }
        }
    }

    private func skipValue(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int, before end: Int) {
        var depth = 0
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if let length = text.known.length(at: offset, in: bytes) {
                    offset += length
                } else {
                    depth += 1
                    offset += 1
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            case UInt8(ascii: "\""): Self.skipString(in: bytes, from: &offset, before: end)
            default:
                offset += 1
                if depth == 0 {
                    while offset < end, !Self.endsScalar(bytes[offset]) { offset += 1 }
                }
            }
        } while depth > 0 && offset < end
    }

    private static func skipString(in bytes: UnsafeBufferPointer<UInt8>, from offset: inout Int, before end: Int) {
        offset += 1
        while offset < end, bytes[offset] != UInt8(ascii: "\"") {
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        offset = min(offset + 1, end)
    }

    private static func isBetween(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ":")
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
        isBetween(byte) || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
    }
}

/// Checks that the brackets and quotation marks of a text match, as in every JSON text.
enum JSONBrackets {
    /// Returns the range of the single value, without surrounding white space, or `nil` for a mismatch; `known` values
    /// are skipped.
    static func range(of bytes: UnsafeBufferPointer<UInt8>, knowing known: JSONValueCache) -> Range<Int>? {
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }) else { return nil }
        var open: [UInt8] = []
        var offset = start
        repeat {
            switch bytes[offset] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if let length = known.length(at: offset, in: bytes) {
                    offset += length - 1
                } else {
                    // In ASCII the closing bracket is two code points after the opening one.
                    open.append(bytes[offset] + 2)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): guard open.popLast() == bytes[offset] else { return nil }
            case UInt8(ascii: "\""):
                guard let end = endOfText(in: bytes, from: offset) else { return nil }
                offset = end
            default: break
            }
            offset += 1
        } while offset < bytes.count && !open.isEmpty
        guard open.isEmpty, bytes[offset...].allSatisfy({ $0 <= 0x20 }) else { return nil }
        return start..<offset
    }

    /// The offset of the quotation mark that ends a string.
    private static func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var offset = start + 1
        while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
            guard bytes[offset] >= 0x20 else { return nil }
            offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return offset < bytes.count ? offset : nil
    }
}

struct JSONMembers {
    /// In document order.
    let all: [(name: JSONPart, value: JSONPart)]

    /// The last member with a name, if there are several.
    subscript(key: StaticString) -> JSONPart? { all.last { $0.name.isString(key) }?.value }
}
