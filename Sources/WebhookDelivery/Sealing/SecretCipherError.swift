/// A key file that can't be used, or a sealed secret that does not open.
///
/// No message holds any part of a key or secret.
public struct SecretCipherError: Error, Hashable, Sendable {
    /// What kind of failure it was; stable, for programs.
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
        /// The secret was sealed in a form that this version does not know.
        public static let unknownFormat = Code(value: .unknownFormat)
        /// The secret was sealed with another key.
        public static let wrongKey = Code(value: .wrongKey)
        /// The sealed bytes were changed, cut, or belong to another endpoint.
        public static let damaged = Code(value: .damaged)
        /// The library of cryptography failed: a fault of the program.
        public static let sealing = Code(value: .sealing)

        /// The code as it appears in reports, for instance `wrong_key`.
        public var description: String { value.rawValue }
    }

    /// What kind of failure it was.
    public let code: Code
    /// What was wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension SecretCipherError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
