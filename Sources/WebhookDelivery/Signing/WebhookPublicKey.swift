internal import Crypto
internal import Foundation

/// The public key that verifies Ed25519 signatures; it may be published.
public struct WebhookPublicKey: Sendable {
    private static let prefix = "whpk_"

    let key: Curve25519.Signing.PublicKey

    init(_ key: Curve25519.Signing.PublicKey) {
        self.key = key
    }

    /// Parses a public key.
    ///
    /// - Parameter text: `whpk_` and the base64 of 32 bytes (Standard Webhooks 1.0.0, "Signature scheme").
    /// - Throws: `WebhookSigningError` with code `prefix`, `encoding` or `length`.
    public init(text: String) throws(WebhookSigningError) {
        guard let encoded = text.withoutPrefix(Self.prefix) else {
            throw WebhookSigningError(.prefix, "a public webhook key begins with \(Self.prefix), and this one does not")
        }
        guard let bytes = Data(base64Encoded: encoded) else {
            throw WebhookSigningError(.encoding, "the public key is not base64: copy it completely and without spaces")
        }
        guard bytes.count == 32, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
            throw WebhookSigningError(.length, "a public Ed25519 key has 32 bytes, and this one has \(bytes.count)")
        }
        self.key = key
    }

    /// The key in the form that receivers get: `whpk_` and base64.
    public var text: String { Self.prefix + key.rawRepresentation.base64EncodedString() }
}

extension WebhookPublicKey: CustomStringConvertible {
    /// The key's text, which is not secret.
    public var description: String { text }
}
