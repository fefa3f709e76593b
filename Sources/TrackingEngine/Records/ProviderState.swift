internal import TrackingModel
/// The state of the phone's location services as far as an app can see it (`ProviderChangeEvent`).
///
/// Transistor, BGGeo.onProviderChange; Transistor types, ProviderChangeEvent: the raw values of `status` and
/// `accuracyAuthorization`.
public struct ProviderState: Hashable, Sendable, Codable {
    /// The member's permission.
    public enum Status: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Not requested yet.
        case notDetermined = 0
        /// Forbidden by an administrator.
        case restricted = 1
        /// Denied.
        case denied = 2
        /// Allowed always.
        case authorizedAlways = 3
        /// Allowed while the app is in use.
        case authorizedWhenInUse = 4
    }

    /// The accuracy that the app is allowed.
    public enum AccuracyAuthorization: Int, Hashable, Sendable, Codable, CaseIterable {
        /// The full accuracy of the phone.
        case full = 0
        /// Within some kilometres.
        case reduced = 1
    }

    /// Whether location services are on and available to the app.
    public var isEnabled: Bool
    /// The member's permission.
    public var status: Status
    /// Whether positions from cells and Wi-Fi are available.
    public var hasNetwork: Bool
    /// Whether positions from satellites are available.
    public var hasGPS: Bool
    /// The accuracy that the app is allowed.
    public var accuracy: AccuracyAuthorization

    /// Creates a state.
    public init(
        isEnabled: Bool,
        status: Status,
        hasNetwork: Bool = true,
        hasGPS: Bool = true,
        accuracy: AccuracyAuthorization = .full
    ) {
        self.isEnabled = isEnabled
        self.status = status
        self.hasNetwork = hasNetwork
        self.hasGPS = hasGPS
        self.accuracy = accuracy
    }

    /// Whether location services are on and permitted, so that fixes can arrive.
    public var allowsLocations: Bool {
        isEnabled && (status == .authorizedAlways || status == .authorizedWhenInUse)
    }
}
