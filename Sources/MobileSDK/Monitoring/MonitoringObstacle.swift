internal import MobileSDKCore
internal import PhoneOS
internal import VisitModel

/// A setting that prevents a phone from reporting transitions although places are monitored.
///
/// Of several settings it names the one that must be resolved first, with instructions for the user.
struct MonitoringObstacle: Hashable, Sendable {
    /// With the system's own code.
    let error: PhoneError

    private init(_ code: PhoneError.Code, _ message: String) { error = PhoneError(code, message) }

    /// Disabled location services are not reported for Android if `isWatching`: it removes the monitored regions and
    /// reports that itself (`geofenceNotAvailable`).
    ///
    /// On iOS regions stay listed but silent. Without a region, no system reports it.
    init?(
        _ permissions: PermissionSituation,
        precision: LocationPrecision,
        isLocationOn: Bool,
        isWatching: Bool = false
    ) {
        let platform = permissions.platform
        if !isLocationOn, platform == .ios || !isWatching {
            self.init(
                platform == .ios ? .locationDenied : .geofenceNotAvailable,
                "location services are off, so no visit is detected: switch them on in "
                    + (platform == .ios ? "Settings > Privacy & Security" : "the phone's settings, Location")
            )
        } else if !permissions.has(.fineLocation) {
            self.init(
                platform == .ios ? .locationDenied : .insufficientLocationPermission,
                "the app may not use the location, so no visit is detected: allow it in the app's settings"
            )
        } else if !permissions.has(.backgroundLocation) {
            self.init(
                platform == .ios ? .regionMonitoringDenied : .insufficientLocationPermission,
                platform == .ios
                    ? "location is not always allowed, so visits are detected only while the app is open: choose Location "
                        + "> Always in the app's settings"
                    : "location is not always allowed, so no visit is detected: choose Location > Allow all the time "
                        + "in the app's settings"
            )
        } else if precision == .reduced {
            self.init(
                platform == .ios ? .regionMonitoringDenied : .insufficientLocationPermission,
                "the app gets only the approximate location, so no visit is detected: switch "
                    + (platform == .ios ? "Precise Location" : "Use precise location") + " on in the app's settings"
            )
        } else {
            return nil
        }
    }

    init?(on phone: any PhoneOS, isWatching: Bool) {
        self.init(
            PermissionSituation(on: phone),
            precision: phone.locationPrecision,
            isLocationOn: phone.isLocationServiceOn,
            isWatching: isWatching
        )
    }

    /// The error of an iOS app that was built without the background mode for location (Gym Visits, "Platform
    /// Requirements"); `nil` if it has it.
    ///
    /// Regions are monitored without it, so monitoring starts; no fix is delivered in the background.
    static func missingMode(_ phone: any PhoneOS) -> PhoneError? {
        guard phone.platform == .ios, !phone.manifest.backgroundModes.contains(AppManifest.locationMode) else {
            return nil
        }
        return PhoneError(.manifestIncomplete, AppManifest.missingModeMessage)
    }

    /// The reason why monitoring cannot start; `nil` if it can, even if nothing would be detected yet.
    static func blockingStart(_ phone: any PhoneOS) -> (error: PhoneError, code: MobileSDKError.Code)? {
        let situation = PermissionSituation(on: phone)
        if !situation.isReadyToMonitor {
            let isOn = MonitoringObstacle(situation, precision: .full, isLocationOn: true)
            return isOn.map { ($0.error, .permission) }
        }
        if phone.playServices != .available {
            let message =
                phone.playServices == .missing
                ? "Google Play services are not installed: geofences need them, install them"
                : "Google Play services are outdated: update them, then start again"
            return (PhoneError(.playServicesUnavailable, message), .unavailable)
        }
        if !phone.isRegionMonitoringAvailable {
            let message = "this phone can't monitor regions: geofences can't be used on it"
            return (PhoneError(.regionMonitoringFailure, message), .unavailable)
        }
        return nil
    }
}
