internal import TrackingModel

/// What the app may know of the phone's location services (`ProviderChangeEvent`).
///
/// Transistor, BGGeo.onProviderChange; Transistor types, ProviderChangeEvent: numbers of `status` and
/// `accuracyAuthorization`.
public struct ProviderState: Hashable, Sendable, Codable {
    /// What the member allowed.
    public enum Status: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Not asked yet.
        case notDetermined = 0
        /// An administrator forbids it.
        case restricted = 1
        /// Denied.
        case denied = 2
        /// Allowed always.
        case authorizedAlways = 3
        /// Allowed while the app is in use.
        case authorizedWhenInUse = 4
    }

    /// How exactly the app may see where the phone is.
    public enum AccuracyAuthorization: Int, Hashable, Sendable, Codable, CaseIterable {
        /// As exactly as the phone knows.
        case full = 0
        /// Within some kilometres.
        case reduced = 1
    }

    /// Whether location services are on and the app has a share in them.
    public var isEnabled: Bool
    /// What the member allowed.
    public var status: Status
    /// Whether positions come from cells and Wi-Fi.
    public var hasNetwork: Bool
    /// Whether positions come from satellites.
    public var hasGPS: Bool
    /// How exactly.
    public var accuracy: AccuracyAuthorization

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - isEnabled: whether services are on and the app has a share.
    ///   - status: what the member allowed.
    ///   - hasNetwork: whether positions come from cells and Wi-Fi.
    ///   - hasGPS: whether positions come from satellites.
    ///   - accuracy: how exactly.
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

    /// Whether locations can come at all.
    public var allowsLocations: Bool {
        isEnabled && (status == .authorizedAlways || status == .authorizedWhenInUse)
    }
}
