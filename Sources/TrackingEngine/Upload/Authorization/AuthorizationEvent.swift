public import TrackingModel
/// The result of a token refresh as the app receives it (`onAuthorization`).
///
/// Transistor, BGGeo.onAuthorization.
public struct AuthorizationEvent: Hashable, Sendable {
    /// Whether new tokens arrived.
    public let isSuccess: Bool
    /// The HTTP status; 0 where no response arrived.
    public let statusCode: Int
    /// The JSON of the response; `nil` on failure, or where the body is no JSON.
    public let response: ConfigValue?
    /// A sentence for the user about the failure; `nil` on success.
    public let error: String?

    /// An event for a refresh that returned new tokens.
    static func succeeded(status: Int, response: ConfigValue) -> AuthorizationEvent {
        AuthorizationEvent(isSuccess: true, statusCode: status, response: response, error: nil)
    }

    /// An event for a failed refresh.
    static func failed(status: Int, _ error: String) -> AuthorizationEvent {
        AuthorizationEvent(isSuccess: false, statusCode: status, response: nil, error: error)
    }
}
