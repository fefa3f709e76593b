/// An object of an options document that is being written, its keys in the order in which they were put in.
///
/// Foundation's encoder orders keys by chance or by the alphabet; the reference has an order of its own.
struct JSONText {
    private var members: [(key: String, text: String)] = []

    mutating func put(_ key: String, _ bool: Bool) { members.append((key, bool ? "true" : "false")) }

    mutating func put(_ key: String, _ integer: Int64) { members.append((key, String(integer))) }

    mutating func put<Unit>(_ key: String, _ amount: WholeAmount<Unit>) { put(key, Int64(amount.count)) }

    mutating func put(_ key: String, _ text: String) { members.append((key, Self.quoted(text))) }

    mutating func put(_ key: String, _ object: JSONText) { members.append((key, object.text)) }

    mutating func putNull(_ key: String) { members.append((key, "null")) }

    /// The object on one line.
    var text: String {
        "{ " + members.map { "\"\($0.key)\": \($0.text)" }.joined(separator: ", ") + " }"
    }

    /// A text between quotation marks (RFC 8259, section 7: the two marks and control characters must be escaped).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case ..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
