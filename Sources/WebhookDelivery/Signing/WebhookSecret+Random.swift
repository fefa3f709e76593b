internal import Crypto

extension WebhookSecret {
    /// Makes a new secret.
    ///
    /// 32 bytes for either algorithm: what SHA-256 puts out and RFC 2104, section 3 asks of an HMAC key at least, and the
    /// seed of an Ed25519 key.
    ///
    /// - Parameters:
    ///   - algorithm: how messages will be signed with it.
    ///   - generator: where its bytes come from; outside of tests always `SystemRandomNumberGenerator`.
    /// - Returns: the secret.
    public static func random(
        _ algorithm: SignatureAlgorithm,
        using generator: inout some RandomNumberGenerator
    ) -> WebhookSecret {
        let key = SymmetricKey(data: [UInt8].random(count: 32, using: &generator))
        guard algorithm == .ed25519 else { return WebhookSecret(.hmac(key)) }
        // Any 32 bytes are the seed of a key, so this is refused never.
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: key) else {
            preconditionFailure("32 bytes were refused as the seed of an Ed25519 key")
        }
        return WebhookSecret(.ed25519(key))
    }
}

extension [UInt8] {
    /// Random bytes.
    static func random(count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
