internal import TrackingModel

/// How a call to Radar ended, with the words of its SDKs.
///
/// Source: Radar SDK for iOS, RadarStatus.
public enum RadarStatus: String, Error, Hashable, Sendable, CaseIterable, Codable {
    /// It worked.
    case success = "SUCCESS"
    /// The SDK was not given a publishable key.
    case errorPublishableKey = "ERROR_PUBLISHABLE_KEY"
    /// The app may not see the location.
    case errorPermissions = "ERROR_PERMISSIONS"
    /// There is no location, or none within 20 seconds.
    case errorLocation = "ERROR_LOCATION"
    /// Bluetooth is off, or answered nothing within 5 seconds.
    case errorBluetooth = "ERROR_BLUETOOTH"
    /// There is no connection, or no answer within 10 seconds.
    case errorNetwork = "ERROR_NETWORK"
    /// The server refused the request as wrong.
    case errorBadRequest = "ERROR_BAD_REQUEST"
    /// The server does not know the key.
    case errorUnauthorized = "ERROR_UNAUTHORIZED"
    /// The account is over what it pays for.
    case errorPaymentRequired = "ERROR_PAYMENT_REQUIRED"
    /// The key may not do this.
    case errorForbidden = "ERROR_FORBIDDEN"
    /// What was asked for does not exist.
    case errorNotFound = "ERROR_NOT_FOUND"
    /// Too many requests.
    case errorRateLimit = "ERROR_RATE_LIMIT"
    /// The server failed.
    case errorServer = "ERROR_SERVER"
    /// Anything else.
    case errorUnknown = "ERROR_UNKNOWN"
}
