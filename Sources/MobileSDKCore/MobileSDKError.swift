public import VisitModel

/// An error of the phone-side part of Footfall.
public typealias MobileSDKError = CodedError<MobileSDKErrorCode>

/// The kinds of `MobileSDKError`.
public enum MobileSDKErrorCode: String, ErrorCode, CaseIterable {
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

    /// True: a message quotes its cause.
    public static var messagesNameCause: Bool { true }
}
