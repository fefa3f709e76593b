/// An unusable secret or key, or a message that can't be signed.
///
/// No error message contains any part of a secret.
public struct WebhookSigningError: Error, Hashable, Sendable {
    /// The kind of broken rule; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case prefix
            case encoding
            case length
            case mismatchedKey = "mismatched_key"
            case messageID = "message_id"
            case noSecret = "no_secret"
            case signing
        }

        private let value: Value

        /// A text without the prefix of its kind of secret or key.
        public static let prefix = Code(value: .prefix)
        /// A text that is not base64.
        public static let encoding = Code(value: .encoding)
        /// A secret or key of the wrong length.
        public static let length = Code(value: .length)
        /// A private key combined with the public key of another.
        public static let mismatchedKey = Code(value: .mismatchedKey)
        /// A message identifier that can't be signed unambiguously or can't be sent in a header.
        public static let messageID = Code(value: .messageID)
        /// A message without any signing secret.
        public static let noSecret = Code(value: .noSecret)
        /// The cryptography library failed: a bug in the program.
        public static let signing = Code(value: .signing)

        /// The code as it appears in reports, for instance `mismatched_key`.
        public var description: String { value.rawValue }
    }

    /// Which rule was broken.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookSigningError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
