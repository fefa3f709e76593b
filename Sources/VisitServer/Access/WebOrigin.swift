/// The origin of a web page as browsers send it (RFC 6454, section 6.2): `https://app.example.com`.
package struct WebOrigin: Hashable, Sendable {
    package let text: String

    /// `nil` where no browser sends the text as an origin.
    ///
    /// A scheme and a host in lower case, and a port where it is not the scheme's own; `null` and `*` are none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let scheme = parts[0].utf8.first, scheme &- 0x61 < 26,
            parts[0].utf8.last == UInt8(ascii: ":"),
            parts[0].utf8.dropLast().allSatisfy({ Self.isLowercase($0) || "+-.".utf8.contains($0) }),
            Self.isHost(parts[2], defaultPort: ["http:": "80", "https:": "443"][String(parts[0])])
        else { return nil }
        self.text = text
    }

    private static func isHost(_ text: Substring, defaultPort: String?) -> Bool {
        var (host, port) = (text, Substring?.none)
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            let rest = text[text.index(after: end)...]
            guard rest.isEmpty || rest.hasPrefix(":") else { return false }
            (host, port) = (text[...end], rest.isEmpty ? nil : rest.dropFirst())
            guard host.utf8.dropFirst().dropLast().allSatisfy({ isLowercase($0) || ":.".utf8.contains($0) }) else {
                return false
            }
        } else {
            if let colon = text.firstIndex(of: ":") {
                (host, port) = (text[..<colon], text[text.index(after: colon)...])
            }
            guard host.utf8.allSatisfy({ isLowercase($0) || "-._".utf8.contains($0) }) else { return false }
        }
        guard host.utf8.count > (text.hasPrefix("[") ? 2 : 0) else { return false }
        guard let port else { return true }
        return UInt16(port).map { $0 > 0 && String($0) == port } == true && String(port) != defaultPort
    }

    /// Digits and small letters.
    private static func isLowercase(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 || byte &- 0x30 < 10 }
}
