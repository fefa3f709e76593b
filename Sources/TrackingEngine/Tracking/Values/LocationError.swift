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
        case .unknown: "the phone could not find its position; ask again later"
        case .denied: "location is not allowed or switched off; ask for the permission, or lead to the settings"
        case .network: "there is no network to find the position by; ask again when there is"
        case .timeout: "no position came in time; ask again with a longer timeout or outdoors"
        case .cancelled: "the request was withdrawn before a position came"
        }
    }
}
