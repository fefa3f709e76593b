internal import Crypto

extension WebhookSecret {
    /// Generates a secret.
    ///
    /// It has 32 bytes for either algorithm: the output length of SHA-256, which RFC 2104, section 3 requires as a
    /// minimum for an HMAC key, and the length of an Ed25519 seed.
    ///
    /// - Parameters:
    ///   - algorithm: the signature scheme.
    ///   - generator: the source of its bytes; outside of tests always `SystemRandomNumberGenerator`.
    /// - Returns: the secret.
    public static func random(
        _ algorithm: SignatureAlgorithm,
        using generator: inout some RandomNumberGenerator
    ) -> WebhookSecret {
        let key = SymmetricKey(data: [UInt8].random(count: 32, using: &generator))
        guard algorithm == .ed25519 else { return WebhookSecret(.hmac(key)) }
        // Any 32 bytes are a valid seed, so this never fails.
        guard let key = try? Curve25519.Signing.PrivateKey(rawRepresentation: key) else {
            preconditionFailure("32 bytes were refused as the seed of an Ed25519 key")
        }
        return WebhookSecret(.ed25519(key))
    }
}

extension [UInt8] {
    static func random(count: Int, using generator: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}
