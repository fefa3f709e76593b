internal import COpenSSL

/// SHA-256 (FIPS 180-4).
package enum SHA256 {
    /// The length of a digest in bytes.
    package static let byteCount = 32

    /// The digest of bytes.
    ///
    /// About 1 µs and 2 ns a byte.
    package static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        let digest = bytes.withContiguousStorageIfAvailable { Self.digest(of: $0) }
        return digest ?? Array(bytes).withUnsafeBufferPointer { Self.digest(of: $0) }
    }

    private static func digest(of bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            // Fails only where no memory is left, or a configuration of the system forbids SHA-256.
            guard COpenSSL.SHA256(bytes.baseAddress, bytes.count, buffer.baseAddress) != nil else {
                preconditionFailure("libcrypto made no SHA-256 digest")
            }
            count = byteCount
        }
    }
}
