internal import TrackingModel

/// Which permission for location the SDK asks for.
///
/// Transistor types, LocationRequest.
public enum LocationAuthorizationRequest: String, Hashable, Sendable, Codable, CaseIterable {
    /// In the foreground and in the background; geofences need it.
    case always = "Always"
    /// While the app is in use.
    case whenInUse = "WhenInUse"
    /// Asks for always and takes either answer.
    case any = "Any"
}

extension LocationAuthorizationRequest: ConfigWord {}
