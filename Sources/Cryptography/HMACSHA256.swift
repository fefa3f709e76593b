internal import COpenSSL

/// HMAC with SHA-256 under one key (RFC 2104, FIPS 180-4).
package struct HMACSHA256: Sendable {
    /// The length of a code in bytes.
    package static let byteCount = SHA256.byteCount

    package let key: SecretBytes

    package init(key: SecretBytes) { self.key = key }

    /// The code that authenticates bytes.
    package func code(of bytes: [UInt8]) -> [UInt8] {
        key.withUnsafeBytes { key in
            [UInt8](unsafeUninitializedCapacity: Self.byteCount) { buffer, count in
                // A key without bytes has no address, and the function wants one.
                let empty: UInt8 = 0
                let code = withUnsafePointer(to: empty) { empty in
                    HMAC(
                        EVP_sha256(),
                        key.baseAddress ?? empty,
                        Int32(key.count),
                        bytes,
                        bytes.count,
                        buffer.baseAddress,
                        nil
                    )
                }
                // Fails only where no memory is left, or a configuration of the system forbids SHA-256.
                guard code != nil else { preconditionFailure("libcrypto made no HMAC with SHA-256") }
                count = Self.byteCount
            }
        }
    }

    /// Whether a code is that of the bytes, compared in constant time.
    package func isValid(_ code: some Collection<UInt8>, of bytes: [UInt8]) -> Bool {
        code.isSameInConstantTime(as: self.code(of: bytes))
    }
}

extension SecretBytes {
    /// Another key, from which this one can't be computed: HKDF with SHA-256 and without a salt (RFC 5869).
    ///
    /// `purpose` is the document's "info". `count` is 1 to 8,160.
    package func derived(for purpose: [UInt8], count: Int) -> SecretBytes {
        precondition((1...255 * HMACSHA256.byteCount).contains(count), "HKDF makes 1 to 8,160 bytes, not \(count)")
        let salt = SecretBytes([UInt8](repeating: 0, count: HMACSHA256.byteCount))
        let extracted = withUnsafeBytes { HMACSHA256(key: salt).code(of: Array($0)) }
        let expansion = HMACSHA256(key: SecretBytes(extracted))
        var (block, derived): ([UInt8], [UInt8]) = ([], [])
        let blocks = (count + HMACSHA256.byteCount - 1) / HMACSHA256.byteCount
        for number in 1...UInt8(blocks) {
            block = expansion.code(of: block + purpose + [number])
            derived += block
        }
        return SecretBytes(derived.prefix(count))
    }
}
