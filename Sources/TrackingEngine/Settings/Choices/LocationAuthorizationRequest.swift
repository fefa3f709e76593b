internal import TrackingModel
/// The permission for location that the SDK requests.
///
/// Transistor types, LocationRequest.
public enum LocationAuthorizationRequest: String, Hashable, Sendable, Codable, CaseIterable {
    /// In the foreground and in the background; geofences need it.
    case always = "Always"
    /// While the app is in use.
    case whenInUse = "WhenInUse"
    /// Requests always and accepts either answer.
    case any = "Any"
}

extension LocationAuthorizationRequest: ConfigWord {}
