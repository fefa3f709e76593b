/// Checks that the brackets and quotation marks of a text match, as in every JSON text.
enum JSONBrackets {
    /// Scans a text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - known: values that were scanned before and are skipped.
    /// - Returns: the range of the single value, without surrounding white space; `nil` for a mismatch.
    static func range(of bytes: UnsafeBufferPointer<UInt8>, knowing known: JSONValueMemory) -> Range<Int>? {
        guard let start = bytes.firstIndex(where: { $0 > 0x20 }) else { return nil }
        var open: [UInt8] = []
        var place = start
        repeat {
            switch bytes[place] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                if let length = known.length(at: place, in: bytes) {
                    place += length - 1
                } else {
                    // In ASCII the closing bracket is two code points after the opening one.
                    open.append(bytes[place] + 2)
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): guard open.popLast() == bytes[place] else { return nil }
            case UInt8(ascii: "\""):
                guard let end = endOfText(in: bytes, from: place) else { return nil }
                place = end
            default: break
            }
            place += 1
        } while place < bytes.count && !open.isEmpty
        guard open.isEmpty, bytes[place...].allSatisfy({ $0 <= 0x20 }) else { return nil }
        return start..<place
    }

    /// The offset of the quotation mark that ends a string.
    private static func endOfText(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        var place = start + 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
            guard bytes[place] >= 0x20 else { return nil }
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        return place < bytes.count ? place : nil
    }
}

/// The members of an object.
struct JSONMembers {
    /// In document order.
    let all: [(name: JSONPart, value: JSONPart)]

    /// The member with a name; the last one if there are several.
    ///
    /// - Parameter key: a name without characters that have to be escaped.
    subscript(key: StaticString) -> JSONPart? { all.last { $0.name.isString(key) }?.value }
}
