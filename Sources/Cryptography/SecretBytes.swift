internal import COpenSSL

/// The bytes of a key, which are overwritten in memory when the last copy is gone.
///
/// They are never printed by accident: descriptions and dumps do not contain them.
package struct SecretBytes: Sendable {
    private let storage: Storage

    /// Copies the bytes; the caller's own copy stays as it is.
    package init(_ bytes: some Collection<UInt8>) { storage = Storage(bytes) }

    /// Outside of tests the generator is always `SystemRandomNumberGenerator`.
    package static func random(count: Int, using generator: inout some RandomNumberGenerator) -> SecretBytes {
        SecretBytes((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    package var count: Int { storage.bytes.count }

    /// The pointer is valid during the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(storage.bytes))
    }

    /// Never written after `init`, so that it can be shared by threads.
    private final class Storage: @unchecked Sendable {
        let bytes: UnsafeMutableBufferPointer<UInt8>

        init(_ content: some Collection<UInt8>) {
            bytes = .allocate(capacity: content.count)
            _ = bytes.initialize(fromContentsOf: content)
        }

        deinit {
            // A plain loop would be left out by the optimizer, because nothing reads the bytes again.
            OPENSSL_cleanse(bytes.baseAddress, bytes.count)
            bytes.deallocate()
        }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(count) secret bytes" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

extension Collection<UInt8> {
    /// Whether two collections have the same bytes, in a time that depends on their lengths alone.
    package func isSameInConstantTime(as other: some Collection<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return CRYPTO_memcmp(Array(self), Array(other), count) == 0
    }
}
