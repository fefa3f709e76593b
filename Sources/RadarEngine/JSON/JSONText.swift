/// An object of an options document under construction, with its keys in insertion order.
///
/// Foundation's encoder sorts keys alphabetically or not at all; the reference has a different order.
struct JSONText {
    /// The text between the braces.
    private var members: [UInt8] = []

    mutating func put(_ key: String, _ bool: Bool) {
        self.key(key)
        members.append(contentsOf: (bool ? "true" : "false").utf8)
    }

    mutating func put(_ key: String, _ integer: Int64) {
        self.key(key)
        members.append(contentsOf: integer.description.utf8)
    }

    mutating func put<Unit>(_ key: String, _ amount: WholeAmount<Unit>) { put(key, Int64(amount.count)) }

    mutating func put(_ key: String, _ text: String) {
        self.key(key)
        appendQuoted(text)
    }

    mutating func put(_ key: String, _ object: JSONText) {
        self.key(key)
        members.append(contentsOf: object.text.utf8)
    }

    mutating func putNull(_ key: String) {
        self.key(key)
        members.append(contentsOf: "null".utf8)
    }

    /// The object on one line.
    var text: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(members.count + 4)
        bytes.append(contentsOf: "{ ".utf8)
        bytes.append(contentsOf: members)
        bytes.append(contentsOf: " }".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func key(_ key: String) {
        if members.isEmpty { members.reserveCapacity(1024) } else { members.append(contentsOf: ", ".utf8) }
        members.append(UInt8(ascii: "\""))
        members.append(contentsOf: key.utf8)
        members.append(contentsOf: "\": ".utf8)
    }

    /// Appends a quoted string (RFC 8259, section 7: quotation mark, backslash and control characters must be escaped).
    private mutating func appendQuoted(_ text: String) {
        members.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                members.append(UInt8(ascii: "\\"))
                members.append(byte)
            case 0x00..<0x20:
                members.append(contentsOf: "\\u00".utf8)
                for half in [byte >> 4, byte & 0xF] { members.append(half < 10 ? 0x30 + half : 0x57 + half) }
            default: members.append(byte)
            }
        }
        members.append(UInt8(ascii: "\""))
    }
}
