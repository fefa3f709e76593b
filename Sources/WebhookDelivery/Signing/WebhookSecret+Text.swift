internal import Crypto
internal import Foundation

extension WebhookSecret {
    /// Parses the secret of an endpoint, strictly.
    ///
    /// - Parameter text: `whsec_` and the base64 of 24 to 64 bytes; or `whsk_` and the base64 of a private Ed25519 key:
    ///   its 32-byte seed (RFC 8032, section 5.1.5), or the 64 bytes of seed and public key that NaCl and its
    ///   descendants use.
    /// - Throws: `WebhookSigningError` with code `prefix`, `encoding`, `length` or `mismatchedKey`.
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

    /// Parses a secret that another sender gave to a receiver: as `init(text:)`, and also without a prefix.
    ///
    /// The Standard Webhooks libraries accept the bare base64 of an HMAC secret, so receivers hold such secrets.
    ///
    /// - Parameter text: a secret with its prefix, or the base64 of 24 to 64 bytes alone.
    /// - Throws: `WebhookSigningError` with code `encoding`, `length` or `mismatchedKey`.
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
        return .hmac(SymmetricKey(data: bytes))
    }

    private static func ed25519(_ encoded: String) throws(WebhookSigningError) -> Key {
        let bytes = try bytes(encoded)
        guard bytes.count == 32 || bytes.count == 64,
            let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: bytes.prefix(32))
        else {
            throw WebhookSigningError(
                .length,
                "a private Ed25519 key has 32 bytes, or 64 with its public key, and this one has \(bytes.count)"
            )
        }
        guard bytes.count == 32 || key.publicKey.rawRepresentation.elementsEqual(bytes[32...]) else {
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
    /// The text after a prefix; `nil` if the text does not start with it.
    func withoutPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
