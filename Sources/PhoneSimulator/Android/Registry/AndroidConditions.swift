public import PhoneOS

/// What a phone has to offer before Play services take a fence.
public struct AndroidConditions: Hashable, Sendable {
    /// Whether location is on for the whole phone, with an accuracy mode that uses the network.
    public var isLocationOn: Bool
    /// Whether the app may see the precise location.
    public var isFineGranted: Bool
    /// Whether the app may see it in the background, or does not have to ask (before Android 10).
    public var isBackgroundGranted: Bool
    /// Whether Play services can be used.
    public var playServices: PlayServices

    /// Makes conditions; without arguments, those under which fences are taken.
    ///
    /// - Parameters:
    ///   - isLocationOn: whether location is on.
    ///   - isFineGranted: whether the app may see the precise location.
    ///   - isBackgroundGranted: whether in the background too.
    ///   - playServices: whether Play services can be used.
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

    /// Refuses what the phone has nothing to offer for.
    ///
    /// - Throws: `PhoneError` with Google's status, the most lasting obstacle first.
    func check() throws(PhoneError) {
        switch playServices {
        case .available: break
        case .missing:
            throw PhoneError(.playServicesUnavailable, "Google Play services are not on this phone, fences need them")
        case .outdated:
            throw PhoneError(.playServicesUnavailable, "Google Play services are outdated; update them, then add again")
        }
        guard isFineGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "the precise location is not granted; ask for it, then add again"
            )
        }
        guard isBackgroundGranted else {
            throw PhoneError(
                .insufficientLocationPermission,
                "the location is not granted all the time; ask for it, then add again"
            )
        }
        guard isLocationOn else {
            throw PhoneError(.geofenceNotAvailable, "location is switched off; add again when it is on")
        }
    }
}
