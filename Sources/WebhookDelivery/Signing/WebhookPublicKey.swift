internal import Crypto
internal import Foundation

/// What a receiver checks Ed25519 signatures with; it may be published.
public struct WebhookPublicKey: Sendable {
    private static let prefix = "whpk_"

    let key: Curve25519.Signing.PublicKey

    init(_ key: Curve25519.Signing.PublicKey) {
        self.key = key
    }

    /// Reads a public key.
    ///
    /// - Parameter text: `whpk_` and the base64 of 32 bytes (Standard Webhooks 1.0.0, "Signature scheme").
    /// - Throws: `WebhookSigningError` with code `prefix`, `encoding` or `length`.
    public init(text: String) throws(WebhookSigningError) {
        guard let encoded = text.withoutPrefix(Self.prefix) else {
            throw WebhookSigningError(.prefix, "a public webhook key begins with \(Self.prefix), and this one does not")
        }
        guard let bytes = Data(base64Encoded: encoded) else {
            throw WebhookSigningError(.encoding, "the public key is not base64: copy it whole and without spaces")
        }
        guard bytes.count == 32, let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else {
            throw WebhookSigningError(.length, "a public Ed25519 key has 32 bytes, and this one has \(bytes.count)")
        }
        self.key = key
    }

    /// The key as its receivers are given it: `whpk_` and base64.
    public var text: String { Self.prefix + key.rawRepresentation.base64EncodedString() }
}

extension WebhookPublicKey: CustomStringConvertible {
    /// The key's text; it is no secret.
    public var description: String { text }
}
