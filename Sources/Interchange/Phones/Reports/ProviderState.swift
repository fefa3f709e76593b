/// The state of a phone's location service and of the app's permission to use it.
///
/// Each property is `nil` where the phone does not report it.
package struct ProviderState: Hashable, Sendable {
    /// The app's permission to use the location.
    package enum Permission: Int, Hashable, Sendable, CaseIterable {
        /// The user has not been asked yet.
        case notDetermined
        /// The user can't grant it, for instance because of parental controls.
        case restricted
        /// The user denied it.
        case denied
        /// At all times.
        case always
        /// Only while the app is in use.
        case whenInUse
    }

    /// Whether the phone's location service is on.
    package var isEnabled: Bool?
    /// Whether satellites may be used.
    package var usesSatellites: Bool?
    /// Whether wireless networks may be used.
    package var usesNetworks: Bool?
    /// The app's permission to use the location.
    package var permission: Permission?
    /// Whether the app gets only an approximate location.
    package var isReducedAccuracy: Bool?

    /// Creates a state.
    package init(
        isEnabled: Bool? = nil,
        usesSatellites: Bool? = nil,
        usesNetworks: Bool? = nil,
        permission: Permission? = nil,
        isReducedAccuracy: Bool? = nil
    ) {
        self.isEnabled = isEnabled
        self.usesSatellites = usesSatellites
        self.usesNetworks = usesNetworks
        self.permission = permission
        self.isReducedAccuracy = isReducedAccuracy
    }
}
