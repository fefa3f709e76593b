internal import COpenSSL
package import VisitModel

/// A failure of libcrypto.
///
/// No message contains any part of a key.
package typealias CryptographyError = CodedError<CryptographyErrorCode>

/// The kinds of `CryptographyError`.
package enum CryptographyErrorCode: String, ErrorCode, CaseIterable {
    /// The system's library does not offer an algorithm.
    case unavailable
    /// An operation of the library failed.
    case failed
}

/// What libcrypto says of its last failure.
private struct LibcryptoFailure: Error, CustomStringConvertible {
    let description: String

    /// Takes the failures of this thread from the library's queue, so that the next failure shows its own; `nil` where the
    /// library says nothing.
    init?() {
        let number = ERR_peek_last_error()
        ERR_clear_error()
        guard number != 0 else { return nil }
        var text = [CChar](repeating: 0, count: 256)
        ERR_error_string_n(number, &text, text.count)
        description = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

extension CryptographyError {
    static func unavailable(_ algorithm: String) -> CryptographyError {
        CryptographyError(
            .unavailable,
            "the libcrypto of this system does not offer \(algorithm): allow it in the system's OpenSSL configuration",
            cause: LibcryptoFailure()
        )
    }

    static func failed(_ product: String) -> CryptographyError {
        CryptographyError(.failed, "libcrypto failed to make \(product)", cause: LibcryptoFailure())
    }
}
