/// A secret or key that can't be used, or a message that can't be signed.
///
/// No message holds any part of a secret.
public struct WebhookSigningError: Error, Hashable, Sendable {
    /// What kind of rule was broken; stable, for programs.
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

        /// A text that does not begin as a secret or key of its kind does.
        public static let prefix = Code(value: .prefix)
        /// A text that is not base64.
        public static let encoding = Code(value: .encoding)
        /// A secret or key of the wrong number of bytes.
        public static let length = Code(value: .length)
        /// A private key that came with the public key of another.
        public static let mismatchedKey = Code(value: .mismatchedKey)
        /// A message identifier that can't be signed unambiguously or can't stand in a header.
        public static let messageID = Code(value: .messageID)
        /// A message that was to be signed with no secret at all.
        public static let noSecret = Code(value: .noSecret)
        /// The library of cryptography failed: a fault of the program.
        public static let signing = Code(value: .signing)

        /// The code as it appears in reports, for instance `mismatched_key`.
        public var description: String { value.rawValue }
    }

    /// Which rule was broken.
    public let code: Code
    /// What was wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookSigningError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
