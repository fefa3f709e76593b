/// An unusable key file, or an encrypted secret that can't be decrypted.
///
/// No error message contains any part of a key or secret.
public struct SecretCipherError: Error, Hashable, Sendable {
    /// The kind of failure; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case keyFile = "key_file"
            case unknownFormat = "unknown_format"
            case wrongKey = "wrong_key"
            case damaged
            case sealing
        }

        private let value: Value

        /// The key file does not hold a key.
        public static let keyFile = Code(value: .keyFile)
        /// The secret was encrypted in a format that this version does not know.
        public static let unknownFormat = Code(value: .unknownFormat)
        /// The secret was encrypted with another key.
        public static let wrongKey = Code(value: .wrongKey)
        /// The encrypted bytes were changed, truncated, or belong to another endpoint.
        public static let damaged = Code(value: .damaged)
        /// The cryptography library failed: a bug in the program.
        public static let sealing = Code(value: .sealing)

        /// The code as it appears in reports, for instance `wrong_key`.
        public var description: String { value.rawValue }
    }

    /// The kind of failure.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension SecretCipherError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
