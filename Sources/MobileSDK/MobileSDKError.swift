/// Something that the phone-side part of Footfall could not do.
public struct MobileSDKError: Error, Sendable {
    /// What kind of thing went wrong.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A permission is needed first.
        case permission
        /// There is no place to watch.
        case noFacilities = "no_facilities"
        /// The phone can't do it.
        case unavailable
        /// The app was built without something that the phone's system wants.
        case manifest
        /// `ready` has to come first.
        case notReady = "not_ready"
        /// The phone's file of records can't be read or written.
        case storage
        /// Something was not sent: no network, no address, or the server did not take it.
        case upload
        /// What the app makes the SDK with can't be used.
        case configuration
    }

    /// What kind of thing went wrong.
    public let code: Code
    /// What went wrong and what to do, as a sentence for a person.
    public let message: String
    /// What led to it.
    public let cause: (any Error)?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: what kind of thing went wrong.
    ///   - message: what went wrong and what to do.
    ///   - cause: what led to it.
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
