internal import Cryptography
internal import Foundation

/// The key that signs the messages to an endpoint.
///
/// The text forms are those of Standard Webhooks 1.0.0, "Signature scheme": `whsec_` and the base64 of 24 to 64 bytes
/// for HMAC, `whsk_` and the base64 of a private key for Ed25519. The HMAC key is the decoded bytes, not the text.
///
/// A secret is never printed by accident: descriptions, dumps and errors contain no more than the prefix.
public struct WebhookSecret: Sendable {
    /// The allowed length of an HMAC secret in bytes (Standard Webhooks 1.0.0).
    public static let allowedBytes = 24...64

    static let hmacPrefix = "whsec_"
    static let privateKeyPrefix = "whsk_"

    enum Key: Sendable {
        case hmac(HMACSHA256)
        case ed25519(Ed25519PrivateKey)
    }

    let key: Key

    init(_ key: Key) { self.key = key }

    /// The signature scheme of the key.
    public var algorithm: SignatureAlgorithm {
        switch key {
        case .hmac: .hmacSHA256
        case .ed25519: .ed25519
        }
    }

    /// The secret itself, to show once to the operator who creates an endpoint and to encrypt for storage.
    ///
    /// A private key is written as the base64 of its 32-byte seed, even where it was parsed from the longer form.
    public var text: String {
        switch key {
        case .hmac(let key): Self.hmacPrefix + key.key.base64
        case .ed25519(let key): Self.privateKeyPrefix + key.seed.base64
        }
    }

    /// The public half of an Ed25519 key, safe to publish; `nil` for an HMAC secret.
    public var publicKey: WebhookPublicKey? {
        guard case .ed25519(let key) = key else { return nil }
        return WebhookPublicKey(key.publicKey)
    }

    /// The text of the public key: `whpk_` and base64; `nil` for an HMAC secret.
    public var publicKeyText: String? { publicKey?.text }
}

extension WebhookSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The prefix, which shows the kind of secret, and an ellipsis.
    public var description: String {
        switch key {
        case .hmac: Self.hmacPrefix + "…"
        case .ed25519: Self.privateKeyPrefix + "…"
        }
    }

    /// The same as `description`.
    public var debugDescription: String { description }

    /// A mirror without the key, so that a dump does not show it.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension WebhookSecret {
    /// Generates a secret.
    ///
    /// It has 32 bytes for either algorithm: the output length of SHA-256, which RFC 2104, section 3 requires as a
    /// minimum for an HMAC key, and the length of an Ed25519 seed. Outside of tests the generator is always
    /// `SystemRandomNumberGenerator`.
    public static func random(
        _ algorithm: SignatureAlgorithm,
        using generator: inout some RandomNumberGenerator
    ) -> WebhookSecret {
        let key = SecretBytes.random(count: 32, using: &generator)
        guard algorithm == .ed25519 else { return WebhookSecret(.hmac(HMACSHA256(key: key))) }
        // Any 32 bytes are a valid seed.
        guard let key = try? Ed25519PrivateKey(seed: key) else {
            preconditionFailure("the libcrypto of this system does not offer Ed25519")
        }
        return WebhookSecret(.ed25519(key))
    }
}

extension SecretBytes {
    var base64: String { withUnsafeBytes { Data(buffer: $0).base64EncodedString() } }
}

extension WebhookSecret {
    /// Parses the secret of an endpoint, strictly.
    ///
    /// The text is `whsec_` and the base64 of 24 to 64 bytes, or `whsk_` and the base64 of a private Ed25519 key: its
    /// 32-byte seed (RFC 8032, section 5.1.5), or the 64 bytes of seed and public key that NaCl and its descendants
    /// use. Throws `WebhookSigningError` with code `prefix`, `encoding`, `length` or `mismatchedKey`.
    public init(text: String) throws(WebhookSigningError) {
        if let encoded = text.withoutPrefix(Self.hmacPrefix) {
            self.init(try Self.hmac(encoded))
        } else if let encoded = text.withoutPrefix(Self.privateKeyPrefix) {
            self.init(try Self.ed25519(encoded))
        } else {
            throw WebhookSigningError(
                .prefix,
                "a webhook secret begins with \(Self.hmacPrefix) or \(Self.privateKeyPrefix), and this one does not"
            )
        }
    }

    /// Parses a secret that a receiver got from another sender: as `init(text:)`, or bare base64 of 24 to 64 bytes.
    ///
    /// The Standard Webhooks libraries accept the bare base64 of an HMAC secret, so receivers hold such secrets. Throws
    /// `WebhookSigningError` with code `encoding`, `length` or `mismatchedKey`.
    public init(receivedText text: String) throws(WebhookSigningError) {
        if text.hasPrefix(Self.hmacPrefix) || text.hasPrefix(Self.privateKeyPrefix) {
            try self.init(text: text)
        } else {
            self.init(try Self.hmac(text))
        }
    }

    private static func hmac(_ encoded: String) throws(WebhookSigningError) -> Key {
        let bytes = try bytes(encoded)
        guard allowedBytes.contains(bytes.count) else {
            throw WebhookSigningError(
                .length,
                "a webhook secret has \(allowedBytes.lowerBound) to \(allowedBytes.upperBound) bytes, "
                    + "and this one has \(bytes.count): create a new one"
            )
        }
        return .hmac(HMACSHA256(key: SecretBytes(bytes)))
    }

    private static func ed25519(_ encoded: String) throws(WebhookSigningError) -> Key {
        let bytes = try bytes(encoded)
        guard bytes.count == 32 || bytes.count == 64,
            let key = try? Ed25519PrivateKey(seed: SecretBytes(bytes.prefix(32)))
        else {
            throw WebhookSigningError(
                .length,
                "a private Ed25519 key has 32 bytes, or 64 with its public key, and this one has \(bytes.count)"
            )
        }
        guard bytes.count == 32 || key.publicKey.bytes.elementsEqual(bytes[32...]) else {
            throw WebhookSigningError(
                .mismatchedKey,
                "the last 32 bytes of the private key are not the public key that belongs to the first 32: "
                    + "copy it again or create a new one"
            )
        }
        return .ed25519(key)
    }

    private static func bytes(_ encoded: String) throws(WebhookSigningError) -> [UInt8] {
        guard let data = Data(base64Encoded: encoded) else {
            throw WebhookSigningError(
                .encoding,
                """
                the secret is not base64 (A-Z, a-z, 0-9, + and /, with = at the end): copy it completely and without \
                spaces
                """
            )
        }
        return [UInt8](data)
    }
}

extension String {
    func withoutPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

/// A signature scheme of Standard Webhooks 1.0.0, "Signature scheme".
///
/// A receiver that shares a secret with us uses `hmacSHA256`; one that must not be able to sign in our name uses
/// `ed25519`.
public enum SignatureAlgorithm: String, Hashable, Sendable, CaseIterable {
    /// HMAC with SHA-256 (RFC 2104, FIPS 180-4) under a secret that both sides hold.
    case hmacSHA256 = "v1"
    /// Ed25519 (RFC 8032) under a private key that only the sender holds.
    case ed25519 = "v1a"

    /// The prefix of a signature in the header `webhook-signature`: `v1` or `v1a`.
    public var version: String { rawValue }
}

/// The public key that verifies Ed25519 signatures; it may be published.
public struct WebhookPublicKey: Sendable {
    private static let prefix = "whpk_"

    let key: Ed25519PublicKey

    init(_ key: Ed25519PublicKey) { self.key = key }

    /// Parses `whpk_` and the base64 of 32 bytes (Standard Webhooks 1.0.0, "Signature scheme").
    ///
    /// Throws `WebhookSigningError` with code `prefix`, `encoding` or `length`.
    public init(text: String) throws(WebhookSigningError) {
        guard let encoded = text.withoutPrefix(Self.prefix) else {
            throw WebhookSigningError(.prefix, "a public webhook key begins with \(Self.prefix), and this one does not")
        }
        guard let bytes = Data(base64Encoded: encoded) else {
            throw WebhookSigningError(.encoding, "the public key is not base64: copy it completely and without spaces")
        }
        guard let key = Ed25519PublicKey(bytes: bytes) else {
            throw WebhookSigningError(.length, "a public Ed25519 key has 32 bytes, and this one has \(bytes.count)")
        }
        self.key = key
    }

    /// The key in the form that receivers get: `whpk_` and base64.
    public var text: String { Self.prefix + Data(key.bytes).base64EncodedString() }
}

extension WebhookPublicKey: CustomStringConvertible {
    /// The key's text, which is not secret.
    public var description: String { text }
}
