internal import COpenSSL
internal import VisitModel

/// Encryption that also detects changes: ChaCha20-Poly1305 under one key (RFC 8439).
package struct ChaCha20Poly1305: Sendable {
    /// The length of a key in bytes.
    package static let keyLength = 32
    private static let nonceLength = 12
    private static let tagLength = 16

    private let key: SecretBytes

    /// `key` has 32 bytes.
    package init(key: SecretBytes) {
        precondition(key.count == Self.keyLength, "a key of ChaCha20-Poly1305 has 32 bytes, not \(key.count)")
        self.key = key
    }

    /// Encrypts bytes; the result is the nonce (12 bytes), the encrypted bytes, and the tag (16).
    ///
    /// The nonce comes from libcrypto and not from the caller, because a repeated nonce breaks the cipher. `context` is not
    /// part of the result, and is needed to decrypt it ("additional authenticated data"). Throws `CryptographyError`.
    package func seal(_ bytes: [UInt8], context: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var nonce = [UInt8](repeating: 0, count: Self.nonceLength)
        guard RAND_bytes(&nonce, Int32(nonce.count)) == 1 else { throw CryptographyError.failed("random bytes") }
        return nonce + (try seal(bytes, nonce: nonce, context: context))
    }

    /// The encrypted bytes and the tag; the nonce must never have been used with this key.
    func seal(_ bytes: [UInt8], nonce: [UInt8], context: [UInt8]) throws(CryptographyError) -> [UInt8] {
        let cipher = try Pass(.encrypt, key: key, nonce: nonce)
        try cipher.authenticate(context)
        return try cipher.transform(bytes) + cipher.tag()
    }

    /// Decrypts a result of `seal` that was made with the same key and context; `nil` where it is not one, or was changed.
    ///
    /// Throws `CryptographyError` where libcrypto can't decrypt at all.
    package func open(_ sealed: some Collection<UInt8>, context: [UInt8]) throws(CryptographyError) -> [UInt8]? {
        guard sealed.count >= Self.nonceLength + Self.tagLength else { return nil }
        let encrypted = sealed.dropFirst(Self.nonceLength).dropLast(Self.tagLength)
        let cipher = try Pass(.decrypt, key: key, nonce: Array(sealed.prefix(Self.nonceLength)))
        try cipher.authenticate(context)
        let bytes = try cipher.transform(Array(encrypted))
        return try cipher.accepts(tag: Array(sealed.suffix(Self.tagLength))) ? bytes : nil
    }

    /// One use of the cipher.
    private final class Pass {
        enum Direction: Int32 { case decrypt, encrypt }

        private let context: OpaquePointer

        init(_ direction: Direction, key: SecretBytes, nonce: [UInt8]) throws(CryptographyError) {
            guard let context = EVP_CIPHER_CTX_new() else { throw CryptographyError.failed("a cipher") }
            self.context = context
            let isReady = key.withUnsafeBytes { key in
                EVP_CipherInit_ex(
                    context,
                    EVP_chacha20_poly1305(),
                    nil,
                    key.baseAddress,
                    nonce,
                    direction.rawValue
                ) == 1
            }
            guard isReady else { throw CryptographyError.unavailable("ChaCha20-Poly1305") }
        }

        deinit { EVP_CIPHER_CTX_free(context) }

        func authenticate(_ bytes: [UInt8]) throws(CryptographyError) {
            var written: Int32 = 0
            guard bytes.isEmpty || EVP_CipherUpdate(context, nil, &written, bytes, Int32(bytes.count)) == 1 else {
                throw CryptographyError.failed("the authentication of a context")
            }
        }

        func transform(_ bytes: [UInt8]) throws(CryptographyError) -> [UInt8] {
            if bytes.isEmpty { return [] }
            var (result, written) = ([UInt8](repeating: 0, count: bytes.count), Int32(0))
            guard EVP_CipherUpdate(context, &result, &written, bytes, Int32(bytes.count)) == 1, written == bytes.count
            else {
                throw CryptographyError.failed("the encryption or decryption of \(bytes.count) bytes")
            }
            return result
        }

        /// The tag of all that was encrypted.
        func tag() throws(CryptographyError) -> [UInt8] {
            var (rest, written) = ([UInt8](repeating: 0, count: 16), Int32(0))
            var tag = [UInt8](repeating: 0, count: ChaCha20Poly1305.tagLength)
            guard EVP_CipherFinal_ex(context, &rest, &written) == 1,
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
            else { throw CryptographyError.failed("a tag") }
            return tag
        }

        /// Whether the tag is that of all that was decrypted, compared in constant time by the library.
        func accepts(tag: [UInt8]) throws(CryptographyError) -> Bool {
            var (tag, rest, written) = (tag, [UInt8](repeating: 0, count: 16), Int32(0))
            guard EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1 else {
                throw CryptographyError.failed("the check of a tag")
            }
            // A wrong tag is an error to the library, and must not be taken for that of a later operation.
            defer { ERR_clear_error() }
            return EVP_CipherFinal_ex(context, &rest, &written) == 1
        }
    }
}
