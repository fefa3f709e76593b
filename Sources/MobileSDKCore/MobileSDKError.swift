/// An error of the phone-side part of Footfall.
public struct MobileSDKError: Error, Sendable {
    /// The kind of error.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A permission is missing.
        case permission
        /// There is no place to monitor.
        case noFacilities = "no_facilities"
        /// The phone does not support it.
        case unavailable
        /// The app's manifest lacks an entry that the operating system requires.
        case manifest
        /// `ready` has not been called yet.
        case notReady = "not_ready"
        /// The phone's file of records cannot be read or written.
        case storage
        /// An upload failed: no network, no URL, or the server rejected it.
        case upload
        /// The configuration that the app passed to the SDK is invalid.
        case configuration
    }

    /// The kind of error.
    public let code: Code
    /// A sentence for people: what went wrong and what to do.
    public let message: String
    /// The underlying error.
    public let cause: (any Error)?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: the kind of error.
    ///   - message: a sentence that says what went wrong and what to do.
    ///   - cause: the underlying error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension MobileSDKError: CustomStringConvertible {
    /// The message alone.
    public var description: String { message }
}
