/// Looks whether the brackets and quotation marks of a text fit, as those of every JSON text do.
enum JSONBrackets {
    /// Follows a text.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - known: values in which everything fits.
    /// - Returns: where its one value stands between spaces; `nil` where something does not fit.
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
                    // The closing one comes two places later in ASCII.
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

    /// The place of the mark that ends a text.
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
    /// In the order in which they stand.
    let all: [(name: JSONPart, value: JSONPart)]

    /// The member of a name; of several the last.
    ///
    /// - Parameter key: a name without characters that have to be escaped.
    subscript(key: StaticString) -> JSONPart? { all.last { $0.name.isString(key) }?.value }
}
