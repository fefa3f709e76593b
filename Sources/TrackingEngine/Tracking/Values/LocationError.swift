internal import TrackingModel

/// Why a position could not be had (`LocationError`).
///
/// The numbers are the SDK's. Transistor types, LocationError; Transistor headers, TSLocationErrors.
public enum LocationError: Int, Error, Hashable, Sendable, Codable, CaseIterable {
    /// The system says no more than that it could not.
    case unknown = 0
    /// The member does not allow it, or location services are off.
    case denied = 1
    /// There is no network, and nothing else to know a position by.
    case network = 2
    /// No position came in time.
    case timeout = 408
    /// The app withdrew the request, or tracking ended.
    case cancelled = 499

    /// What to do, as a sentence for a person.
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
