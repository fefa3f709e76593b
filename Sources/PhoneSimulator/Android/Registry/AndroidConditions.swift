public import PhoneOS

/// The conditions under which Play services accept a fence.
public struct AndroidConditions: Hashable, Sendable {
    /// Whether location is on for the whole phone, with an accuracy mode that uses the network.
    public var isLocationOn: Bool
    /// Whether the app may access the precise location.
    public var isFineGranted: Bool
    /// Whether the app may access it in the background, or needs no permission for it (before Android 10).
    public var isBackgroundGranted: Bool
    /// The availability of Play services.
    public var playServices: PlayServices

    /// Creates conditions; with the defaults, fences are accepted.
    public init(
        isLocationOn: Bool = true,
        isFineGranted: Bool = true,
        isBackgroundGranted: Bool = true,
        playServices: PlayServices = .available
    ) {
        self.isLocationOn = isLocationOn
        self.isFineGranted = isFineGranted
        self.isBackgroundGranted = isBackgroundGranted
        self.playServices = playServices
    }

    /// Throws `PhoneError` with Google's status if the conditions are not met, the most permanent obstacle first.
    func check() throws(PhoneError) {
        switch playServices {
        case .available: break
        case .missing:
            throw PhoneError(.playServicesUnavailable, "Google Play services are not installed, geofences need them")
        case .outdated:
            throw PhoneError(.playServicesUnavailable, "Google Play services are outdated; update them, then add again")
        }
        guard isFineGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "the precise location is not granted; request it, then add again"
            )
        }
        guard isBackgroundGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "background location is not granted; request it, then add again"
            )
        }
        guard isLocationOn else {
            throw PhoneError(.geofenceNotAvailable, "location is switched off; add again when it is on")
        }
    }
}
