internal import Cryptography
internal import VisitModel
package import VisitStore

/// An access token of a program, a phone or a person: `ff_` + a public id + `_` + a secret.
///
/// The secret is 32 random bytes, which can't be guessed, so one round of SHA-256 is enough to store it. It is shown
/// when the token is made and never again.
package struct AccessToken: Hashable, Sendable {
    /// 8 letters and digits.
    package let id: TokenID
    /// 43 characters of base64url.
    private let secret: String

    /// Makes a new token; `generator` has to be cryptographically secure.
    package init(using generator: inout some RandomNumberGenerator) {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        let name = String((0..<8).map { _ in letters.randomElement(using: &generator) ?? "x" })
        guard let id = try? TokenID(name) else { preconditionFailure("letters and digits are a valid id") }
        self.id = id
        self.secret = Base64URL.secret(using: &generator)
    }

    /// `nil` where the text is invalid.
    package init?(text: some StringProtocol) {
        let parts = text.utf8.split(separator: 0x5F, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].elementsEqual("ff".utf8), parts[1].count == 8, parts[2].count == 43,
            parts[1].allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }),
            parts[2].allSatisfy({
                $0 &- 0x61 < 26 || $0 &- 0x41 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F
            }), let id = try? TokenID(String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        self.id = id
        self.secret = String(decoding: parts[2], as: UTF8.self)
    }

    /// Shown once.
    package var text: String { "ff_\(id.text)_\(secret)" }

    /// The stored digest of the secret.
    package var digest: [UInt8] { SHA256.digest(of: secret.utf8) }
}

/// The base64url encoding without padding (RFC 4648, section 5), which needs no quoting in URLs and headers.
enum Base64URL {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// `nil` where the text is no output of `text(of:)`.
    static func bytes(of text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (value, bits) = (UInt32(0), 0)
        for letter in text.utf8 {
            guard let number = letters.firstIndex(of: letter) else { return nil }
            value = value << 6 | UInt32(number)
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
            value &= (1 << UInt32(bits)) - 1
        }
        // The encoding is unique: the unused bits have to be 0.
        return value == 0 && bits < 6 ? bytes : nil
    }

    /// 32 random bytes.
    static func secret(using generator: inout some RandomNumberGenerator) -> String {
        text(of: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    static func text(of bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let value = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
            for place in 0...group.count { text.append(letters[Int(value >> UInt32(18 - 6 * place) & 63)]) }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
