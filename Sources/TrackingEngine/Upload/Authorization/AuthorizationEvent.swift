public import TrackingModel

/// What the app is told of a refresh of its tokens (`onAuthorization`).
///
/// Transistor, BGGeo.onAuthorization.
public struct AuthorizationEvent: Hashable, Sendable {
    /// Whether new tokens came.
    public let isSuccess: Bool
    /// The status of the answer; 0 where none came.
    public let statusCode: Int
    /// The answer's JSON; `nil` without success, or where it is none.
    public let response: ConfigValue?
    /// What went wrong, as a sentence for a person; `nil` with success.
    public let error: String?

    /// New tokens came.
    static func succeeded(status: Int, response: ConfigValue) -> AuthorizationEvent {
        AuthorizationEvent(isSuccess: true, statusCode: status, response: response, error: nil)
    }

    /// None came.
    static func failed(status: Int, _ error: String) -> AuthorizationEvent {
        AuthorizationEvent(isSuccess: false, statusCode: status, response: nil, error: error)
    }
}
