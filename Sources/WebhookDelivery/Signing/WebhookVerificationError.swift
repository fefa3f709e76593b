/// The reason why a message must not be trusted.
public struct WebhookVerificationError: Error, Hashable, Sendable {
    /// The check that failed; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case missingHeader = "missing_header"
            case badTimestamp = "bad_timestamp"
            case tooOld = "too_old"
            case tooNew = "too_new"
            case noMatchingSignature = "no_matching_signature"
        }

        private let value: Value

        /// One of the three headers is missing or empty.
        public static let missingHeader = Code(value: .missingHeader)
        /// The time of the attempt is not a number of seconds.
        public static let badTimestamp = Code(value: .badTimestamp)
        /// The attempt was made too long ago: the message may be a replay.
        public static let tooOld = Code(value: .tooOld)
        /// The attempt was made in the future.
        public static let tooNew = Code(value: .tooNew)
        /// No signature of a known version matches any key.
        public static let noMatchingSignature = Code(value: .noMatchingSignature)

        /// The code as it appears in reports, for instance `too_old`.
        public var description: String { value.rawValue }
    }

    /// The check that failed.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookVerificationError: CustomStringConvertible {
    /// The same as `message`.
    public var description: String { message }
}
