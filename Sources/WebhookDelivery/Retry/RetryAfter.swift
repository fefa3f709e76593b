public import VisitModel

/// Parses the `Retry-After` header (RFC 9110, section 10.2.3).
public enum RetryAfter {
    /// Parses the value of the header.
    ///
    /// - Parameters:
    ///   - value: a decimal number of seconds, or an HTTP date in any of its three formats.
    ///   - now: when the response arrived.
    /// - Returns: the duration from `now`, zero for a date in the past; `nil` for a value that is neither or that
    ///   overflows.
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
