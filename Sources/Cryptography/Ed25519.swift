internal import COpenSSL
internal import VisitModel

/// A private key of Ed25519 (RFC 8032).
package struct Ed25519PrivateKey: Sendable {
    /// The length of a seed in bytes (RFC 8032, section 5.1.5).
    package static let seedLength = 32

    package let seed: SecretBytes
    package let publicKey: Ed25519PublicKey

    /// Makes the key of a seed; `nil` where it does not have 32 bytes.
    ///
    /// Any 32 bytes are a seed. Throws `CryptographyError`.
    package init?(seed: SecretBytes) throws(CryptographyError) {
        guard seed.count == Self.seedLength else { return nil }
        let key = try Ed25519Key(seed: seed)
        (self.seed, self.publicKey) = (seed, Ed25519PublicKey(verified: try key.publicBytes()))
    }

    /// The signature, of 64 bytes; the same bytes always get the same one.
    ///
    /// About 50 µs. Throws `CryptographyError`.
    package func signature(of bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try Ed25519Key(seed: seed).signature(of: bytes)
    }
}

/// A public key of Ed25519 (RFC 8032).
package struct Ed25519PublicKey: Hashable, Sendable {
    /// The length of a key in bytes.
    package static let byteCount = 32

    package let bytes: [UInt8]

    /// Takes the bytes of a key; `nil` where there are not 32.
    ///
    /// Bytes that are no point of the curve verify no signature.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = Array(bytes)
    }

    fileprivate init(verified bytes: [UInt8]) { self.bytes = bytes }

    /// Whether a signature is that of the bytes.
    ///
    /// About 100 µs. Throws `CryptographyError`.
    package func isValid(_ signature: [UInt8], of content: [UInt8]) throws(CryptographyError) -> Bool {
        try Ed25519Key(publicBytes: bytes).isValid(signature, of: content)
    }
}

/// A key as libcrypto holds it.
private final class Ed25519Key {
    private static let signatureLength = 64

    private let key: OpaquePointer

    init(seed: SecretBytes) throws(CryptographyError) {
        let key = seed.withUnsafeBytes { seed in
            EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed.baseAddress, seed.count)
        }
        guard let key else { throw CryptographyError.unavailable("Ed25519") }
        self.key = key
    }

    init(publicBytes bytes: [UInt8]) throws(CryptographyError) {
        guard let key = EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else {
            throw CryptographyError.unavailable("Ed25519")
        }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    func publicBytes() throws(CryptographyError) -> [UInt8] {
        var (bytes, count) = ([UInt8](repeating: 0, count: Ed25519PublicKey.byteCount), Ed25519PublicKey.byteCount)
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &count) == 1, count == bytes.count else {
            throw CryptographyError.failed("the public key of Ed25519")
        }
        return bytes
    }

    func signature(of bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
        guard let context = EVP_MD_CTX_new() else { throw CryptographyError.failed("a context") }
        defer { EVP_MD_CTX_free(context) }
        var (signature, count) = ([UInt8](repeating: 0, count: Self.signatureLength), Self.signatureLength)
        guard EVP_DigestSignInit(context, nil, nil, nil, key) == 1,
            EVP_DigestSign(context, &signature, &count, bytes, bytes.count) == 1, count == signature.count
        else { throw CryptographyError.failed("a signature with Ed25519") }
        return signature
    }

    func isValid(_ signature: [UInt8], of bytes: [UInt8]) throws(CryptographyError) -> Bool {
        guard let context = EVP_MD_CTX_new() else { throw CryptographyError.failed("a context") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestVerifyInit(context, nil, nil, nil, key) == 1 else {
            throw CryptographyError.failed("the check of a signature with Ed25519")
        }
        // A wrong signature is an error to the library, and must not be taken for that of a later operation.
        defer { ERR_clear_error() }
        return EVP_DigestVerify(context, signature, signature.count, bytes, bytes.count) == 1
    }
}
