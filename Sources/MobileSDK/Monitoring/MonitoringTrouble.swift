internal import PhoneOS
internal import VisitModel

/// What keeps a phone from telling of places although they are watched.
///
/// A value: the phone's settings go in, and what the product's users should read comes out, with what to do. `nil` is all
/// well. Of several things the one that has to be put right first is named.
struct MonitoringTrouble: Hashable, Sendable {
    /// What is missing, with the system's own code.
    let error: PhoneError

    private init(_ code: PhoneError.Code, _ message: String) {
        error = PhoneError(code, message)
    }

    /// Looks at a phone's settings.
    ///
    /// Location switched off is told here for iOS alone, where regions stay listed and silent; Android takes them away and
    /// says so itself (`geofenceNotAvailable`).
    ///
    /// - Parameters:
    ///   - permissions: where the app stands with its permissions.
    ///   - precision: how exactly it may see where the member is.
    ///   - isLocationOn: whether location services are on.
    init?(_ permissions: PermissionSituation, precision: LocationPrecision, isLocationOn: Bool) {
        let platform = permissions.platform
        if platform == .ios, !isLocationOn {
            self.init(
                .locationDenied,
                "location services are off, so no visit is noticed: switch them on in Settings > Privacy & Security"
            )
        } else if !permissions.has(.fineLocation) {
            self.init(
                platform == .ios ? .locationDenied : .insufficientLocationPermission,
                "the app may not see the location, so no visit is noticed: allow it in the app's settings"
            )
        } else if !permissions.has(.backgroundLocation) {
            self.init(
                platform == .ios ? .regionMonitoringDenied : .insufficientLocationPermission,
                platform == .ios
                    ? "location is not allowed at any time, so visits are noticed with the app open only: choose Location > "
                        + "Always in the app's settings"
                    : "location is not allowed at any time, so no visit is noticed: choose Location > Allow all the time in "
                        + "the app's settings"
            )
        } else if precision == .reduced {
            self.init(
                platform == .ios ? .regionMonitoringDenied : .insufficientLocationPermission,
                "the app sees only roughly where the phone is, so no visit is noticed: switch "
                    + (platform == .ios ? "Precise Location" : "Use precise location") + " on in the app's settings"
            )
        } else {
            return nil
        }
    }

    /// Looks at a phone.
    init?(on phone: any PhoneOS) {
        self.init(
            PermissionSituation(on: phone),
            precision: phone.locationPrecision,
            isLocationOn: phone.isLocationServiceOn
        )
    }

    /// Why monitoring can't begin on a phone; `nil` where it can, even where nothing would be told yet.
    static func keepingFromStart(_ phone: any PhoneOS) -> (error: PhoneError, code: MobileSDKError.Code)? {
        let situation = PermissionSituation(on: phone)
        if !situation.isReadyToMonitor {
            let isOn = MonitoringTrouble(situation, precision: .full, isLocationOn: true)
            return isOn.map { ($0.error, .permission) }
        }
        if phone.playServices != .available {
            let message =
                phone.playServices == .missing
                ? "Google Play services are not on this phone: geofences need them, install them"
                : "Google Play services are outdated: update them, then start again"
            return (PhoneError(.playServicesUnavailable, message), .unavailable)
        }
        if !phone.isRegionMonitoringAvailable {
            let message = "this phone can't monitor regions: places can't be watched on it"
            return (PhoneError(.regionMonitoringFailure, message), .unavailable)
        }
        return nil
    }
}

extension PermissionSituation {
    /// Whether the app has a permission, or needs none for it.
    fileprivate func has(_ permission: Permission) -> Bool {
        statuses[permission] == .granted || !permission.isAsked(on: platform, version)
    }
}
