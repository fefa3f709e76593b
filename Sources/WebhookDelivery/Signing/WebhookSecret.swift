internal import Crypto
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

    /// The prefix of an HMAC secret's text.
    static let hmacPrefix = "whsec_"
    /// The prefix of a private Ed25519 key's text.
    static let privateKeyPrefix = "whsk_"

    enum Key: Sendable {
        case hmac(SymmetricKey)
        case ed25519(Curve25519.Signing.PrivateKey)
    }

    let key: Key

    init(_ key: Key) {
        self.key = key
    }

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
        case .hmac(let key): Self.hmacPrefix + key.withUnsafeBytes { Data($0).base64EncodedString() }
        case .ed25519(let key): Self.privateKeyPrefix + key.rawRepresentation.base64EncodedString()
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
