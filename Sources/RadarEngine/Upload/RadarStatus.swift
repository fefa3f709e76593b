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
