public import VisitModel

/// The header by which a receiver says how long to leave it alone (RFC 9110, section 10.2.3).
public enum RetryAfter {
    /// Reads the header.
    ///
    /// - Parameters:
    ///   - value: the header's value: a number of seconds in decimal, or a date of HTTP in any of its three forms.
    ///   - now: when the answer came.
    /// - Returns: the length of time from `now`, zero for a date that is past; nothing for a value that is neither, or that
    ///   does not fit.
    public static func parse(_ value: String, now: Timestamp) -> Duration? {
        let bytes = value.utf8.drop(while: isBlank)
        let text = String(
            decoding: bytes.prefix(bytes.count - bytes.reversed().prefix(while: isBlank).count),
            as: UTF8.self
        )
        if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return Int64(text).map { .seconds($0) }
        }
        guard let date = HTTPDate.parse(text, now: now) else { return nil }
        return max(.zero, .milliseconds(date.milliseconds) - .milliseconds(now.milliseconds))
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
