/// What a phone says of its location service and of the app's permission to use it.
///
/// Each part is `nil` where the phone does not say it.
package struct ProviderState: Hashable, Sendable {
    /// What the app may know of the place.
    package enum Permission: Int, Hashable, Sendable, CaseIterable {
        /// The user was not asked yet.
        case notDetermined
        /// The phone's owner does not leave it to the user, for instance by parental controls.
        case restricted
        /// The user said no.
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
    /// What the app may know of the place.
    package var permission: Permission?
    /// Whether the app is told the place only roughly.
    package var isReducedAccuracy: Bool?

    /// Makes a state.
    ///
    /// - Parameters:
    ///   - isEnabled: whether the phone's location service is on.
    ///   - usesSatellites: whether satellites may be used.
    ///   - usesNetworks: whether wireless networks may be used.
    ///   - permission: what the app may know of the place.
    ///   - isReducedAccuracy: whether the app is told the place only roughly.
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
