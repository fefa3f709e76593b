/// The code of a target's errors; its raw value is stable, for programs.
public protocol ErrorCode: RawRepresentable<String>, Hashable, Sendable, CustomStringConvertible {
    /// Whether messages name the cause themselves, so that a description does not repeat it.
    static var messagesNameCause: Bool { get }
}

extension ErrorCode {
    /// False, unless a code says otherwise.
    public static var messagesNameCause: Bool { false }

    /// The code as it appears in reports, for instance `disk_full`.
    public var description: String { rawValue }
}

/// An error of a target; each target has an alias of it with its own codes.
public struct CodedError<Kind: ErrorCode>: Error, Sendable {
    /// The codes of these errors.
    public typealias Code = Kind

    /// The kind of error.
    public let code: Code
    /// What is wrong and what to do, as a sentence for a person.
    public let message: String
    /// The underlying error, where there is one.
    public let cause: (any Error)?

    /// Creates an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension CodedError: Equatable {
    /// Two errors are equal when their codes are, because messages may be reworded.
    public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}

extension CodedError: CustomStringConvertible {
    /// The message, followed by the cause in parentheses where the message does not name it.
    public var description: String {
        guard let cause, !Kind.messagesNameCause else { return message }
        return "\(message) (\(cause))"
    }
}
