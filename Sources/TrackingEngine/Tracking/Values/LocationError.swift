internal import TrackingModel
/// The reason why no position was available (`LocationError`).
///
/// The raw values are the SDK's. Transistor types, LocationError; Transistor headers, TSLocationErrors.
public enum LocationError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The system gives no reason.
    case unknown = 0
    /// The member does not allow location, or location services are off.
    case denied = 1
    /// There is no network, and no other source of a position.
    case network = 2
    /// No position arrived in time.
    case timeout = 408
    /// The app cancelled the request, or tracking ended.
    case cancelled = 499

    /// A sentence for the user that says what to do.
    public var message: String {
        switch self {
        case .unknown: "the phone could not determine its position; retry later"
        case .denied: "location is not allowed or switched off; request the permission, or open the settings"
        case .network: "there is no network for positioning; retry when there is"
        case .timeout: "no position was determined in time; retry with a longer timeout or outdoors"
        case .cancelled: "the request was cancelled before a position was determined"
        }
    }
}
