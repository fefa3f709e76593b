/// The headers of a request under construction.
///
/// Names are case-insensitive (RFC 9110, section 5.1): a header that is set twice has the later value, under the later
/// spelling.
struct RequestHeaders {
    private var headers: [String: (name: String, value: String)] = [:]

    /// Sets a header.
    ///
    /// An invalid name is left out, and line breaks in a value become spaces: neither may reach the connection (RFC
    /// 9110, sections 5.1 and 5.5).
    mutating func set(_ name: String, _ value: String) {
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isTokenCharacter) else { return }
        let scalars = value.unicodeScalars.map { $0 == "\r" || $0 == "\n" || $0 == "\0" ? " " : $0 }
        var line = String.UnicodeScalarView()
        line.append(contentsOf: scalars)
        headers[name.lowercased()] = (name, String(line))
    }

    /// Sets several headers, in the order of their names.
    mutating func set(_ headers: [String: String]) {
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { set(name, value) }
    }

    /// The headers under the names with which they were last set.
    var byName: [String: String] {
        Dictionary(headers.values.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    /// RFC 9110, section 5.6.2.
    private static func isTokenCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
