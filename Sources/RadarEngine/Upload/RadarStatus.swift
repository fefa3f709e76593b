internal import TrackingModel

/// The result of a call to Radar, in the words of its SDKs.
///
/// Source: Radar SDK for iOS, RadarStatus.
public enum RadarStatus: String, Error, Hashable, Sendable, CaseIterable, Codable {
    /// The call succeeded.
    case success = "SUCCESS"
    /// The SDK has no publishable key.
    case errorPublishableKey = "ERROR_PUBLISHABLE_KEY"
    /// The app has no permission to use the location.
    case errorPermissions = "ERROR_PERMISSIONS"
    /// There is no location, or none within 20 seconds.
    case errorLocation = "ERROR_LOCATION"
    /// Bluetooth is off, or did not respond within 5 seconds.
    case errorBluetooth = "ERROR_BLUETOOTH"
    /// There is no connection, or no response within 10 seconds.
    case errorNetwork = "ERROR_NETWORK"
    /// The server rejected the request as invalid.
    case errorBadRequest = "ERROR_BAD_REQUEST"
    /// The server does not know the key.
    case errorUnauthorized = "ERROR_UNAUTHORIZED"
    /// The account is over its paid quota.
    case errorPaymentRequired = "ERROR_PAYMENT_REQUIRED"
    /// The key lacks the permission.
    case errorForbidden = "ERROR_FORBIDDEN"
    /// The requested resource does not exist.
    case errorNotFound = "ERROR_NOT_FOUND"
    /// Too many requests.
    case errorRateLimit = "ERROR_RATE_LIMIT"
    /// The server failed.
    case errorServer = "ERROR_SERVER"
    /// Anything else.
    case errorUnknown = "ERROR_UNKNOWN"
}

extension RadarStatus {
    /// The status that Radar's SDKs derive from an HTTP status code.
    ///
    /// Source: Radar SDK for iOS, RadarAPIHelper. The SDK treats a redirection as a success; here it is not, because a
    /// server that redirects has not accepted anything.
    public init(httpCode code: Int) {
        self =
            switch code {
            case 200..<300: .success
            case 400: .errorBadRequest
            case 401: .errorUnauthorized
            case 402: .errorPaymentRequired
            case 403: .errorForbidden
            case 404: .errorNotFound
            case 429: .errorRateLimit
            case 500..<600: .errorServer
            default: .errorUnknown
            }
    }
}
