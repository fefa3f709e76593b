internal import Cryptography
internal import Foundation

/// Encrypts endpoint secrets for storage, so that a copy of the database alone is of no use for signing.
///
/// The key is one line in a separate file. The ciphertext is bound to its endpoint: decryption fails in another
/// endpoint's row. The cipher is ChaCha20-Poly1305 (RFC 8439) with a random nonce. The stored bytes are the format
/// version (1), the key name (4, to distinguish a wrong key file from corruption), the nonce (12), the ciphertext, and
/// the tag (16).
///
/// The key is never printed by accident, as with `WebhookSecret`.
public struct SecretCipher: Sendable {
    static let keyPrefix = "ffk1_"
    private static let version: UInt8 = 1
    private static let keyBytes = ChaCha20Poly1305.keyLength

    private let cipher: ChaCha20Poly1305
    private let keyName: [UInt8]

    /// Parses the content of a key file: `ffk1_` and the base64 of 32 bytes; a line feed at the end is allowed.
    ///
    /// Throws `SecretCipherError` with code `keyFile`.
    public init(keyText: String) throws(SecretCipherError) {
        var line = keyText
        if let last = line.last, ["\n", "\r\n"].contains(last) { line.removeLast() }
        guard let encoded = line.withoutPrefix(Self.keyPrefix), let bytes = Data(base64Encoded: encoded),
            bytes.count == Self.keyBytes
        else {
            throw SecretCipherError(
                .keyFile,
                "the key file does not hold one line of \(Self.keyPrefix) and the base64 of \(Self.keyBytes) bytes: "
                    + "use the right file"
            )
        }
        let key = SecretBytes(bytes)
        cipher = ChaCha20Poly1305(key: key)
        keyName = key.derived(for: Array("footfall key name".utf8), count: 4).withUnsafeBytes { Array($0) }
    }

    /// Generates the content of a new key file: one line without a line feed, `ffk1_` and the base64 of 32 bytes.
    ///
    /// Outside of tests the generator is always `SystemRandomNumberGenerator`.
    public static func newKeyText(using generator: inout some RandomNumberGenerator) -> String {
        keyPrefix + SecretBytes.random(count: keyBytes, using: &generator).base64
    }

    /// Encrypts a secret of an endpoint and returns the bytes to store.
    ///
    /// The nonce comes from the system and not from the caller, because a repeated nonce breaks the cipher. So
    /// encrypting the same secret twice gives different bytes. Throws `SecretCipherError` with code `sealing`.
    public func encrypt(_ text: String, for endpoint: String) throws(SecretCipherError) -> [UInt8] {
        let head = [Self.version] + keyName
        do {
            return head + (try cipher.seal(Array(text.utf8), context: head + endpoint.utf8))
        } catch {
            throw SecretCipherError(.sealing, "encrypting a secret failed: \(error)")
        }
    }

    /// Decrypts the stored bytes of a secret; `endpoint` is the one that owns the database row.
    ///
    /// Throws `SecretCipherError` with code `unknownFormat`, `wrongKey` or `damaged`.
    public func open(_ encrypted: [UInt8], for endpoint: String) throws(SecretCipherError) -> String {
        guard encrypted.first.map({ $0 == Self.version }) ?? true else {
            throw SecretCipherError(
                .unknownFormat,
                "the secret of endpoint \(endpoint) was encrypted by a newer version of Footfall, or is damaged"
            )
        }
        let head = encrypted.prefix(1 + keyName.count)
        guard head.count < 1 + keyName.count || head.dropFirst().elementsEqual(keyName) else {
            throw SecretCipherError(
                .wrongKey,
                "the secret of endpoint \(endpoint) was encrypted with another key: use the key file with which it was "
                    + "created, or give the endpoint a new secret"
            )
        }
        let bytes: [UInt8]?
        do {
            bytes = try cipher.open(encrypted.dropFirst(head.count), context: Array(head) + endpoint.utf8)
        } catch {
            throw SecretCipherError(.sealing, "decrypting the secret of endpoint \(endpoint) failed: \(error)")
        }
        guard let bytes, let text = String(validating: bytes, as: UTF8.self) else {
            throw SecretCipherError(
                .damaged,
                "the stored secret of endpoint \(endpoint) was changed or belongs to another endpoint: "
                    + "restore the database, or give the endpoint a new secret"
            )
        }
        return text
    }
}

extension SecretCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The prefix and an ellipsis, without any of the key.
    public var description: String { Self.keyPrefix + "…" }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror without the key, so that a dump does not show it.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// An unusable key file, or an encrypted secret that can't be decrypted.
///
/// No error message contains any part of a key or secret.
public struct SecretCipherError: Error, Hashable, Sendable {
    /// The kind of failure; stable, for programs.
    public enum Code: String, Hashable, Sendable, CustomStringConvertible {
        /// The key file does not hold a key.
        case keyFile = "key_file"
        /// The secret was encrypted in a format that this version does not know.
        case unknownFormat = "unknown_format"
        /// The secret was encrypted with another key.
        case wrongKey = "wrong_key"
        /// The encrypted bytes were changed, truncated, or belong to another endpoint.
        case damaged
        /// The cryptography library failed, or does not offer the cipher.
        case sealing

        /// The code as it appears in reports, for instance `wrong_key`.
        public var description: String { rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension SecretCipherError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
