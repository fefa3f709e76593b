/// Why a message must not be believed.
public struct WebhookVerificationError: Error, Hashable, Sendable {
    /// What did not hold; stable, for programs.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Value: String {
            case missingHeader = "missing_header"
            case badTimestamp = "bad_timestamp"
            case tooOld = "too_old"
            case tooNew = "too_new"
            case noMatchingSignature = "no_matching_signature"
        }

        private let value: Value

        /// One of the three headers is not there or empty.
        public static let missingHeader = Code(value: .missingHeader)
        /// The time of the try is not a number of seconds.
        public static let badTimestamp = Code(value: .badTimestamp)
        /// The try was made too long ago: somebody may be sending a recorded message again.
        public static let tooOld = Code(value: .tooOld)
        /// The try was made in the future.
        public static let tooNew = Code(value: .tooNew)
        /// No signature of a known version fits any key.
        public static let noMatchingSignature = Code(value: .noMatchingSignature)

        /// The code as it appears in reports, for instance `too_old`.
        public var description: String { value.rawValue }
    }

    /// What did not hold.
    public let code: Code
    /// What was wrong and what to do, as a sentence for a person.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension WebhookVerificationError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
