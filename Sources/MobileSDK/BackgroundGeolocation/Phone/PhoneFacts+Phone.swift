internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension PhoneFacts {
    init(of phone: any PhoneOS) {
        self.init(at: phone.now(), timeZone: phone.timeZone)
        provider = ProviderState(of: phone)
        mayUseMotion = phone.hasMotionHardware && phone.status(of: .physicalActivity) == .granted
        connection = Connection(phone.connectivity)
        app = phone.appState == .foreground ? .foreground : .background
        let power = phone.powerState
        isCharging = power.isCharging
        isScreenOn = power.isScreenOn
        isPowerSaving = power.isPowerSaving
        batteryLevel = power.batteryLevel
        monitoredRegions = phone.monitoredRegions?.map(\.text)
    }
}

extension PhoneFacts.Connection {
    init(_ connectivity: Connectivity) {
        switch connectivity {
        case .none: self = .none
        case .cellular: self = .cellular
        case .wifi: self = .wifi
        }
    }
}

extension UploadNetwork {
    init(_ connection: PhoneFacts.Connection) {
        switch connection {
        case .none: self = .none
        case .cellular: self = .cellular
        case .wifi: self = .wifi
        }
    }
}

extension ProviderState {
    /// Without Google Play services the app receives neither fixes nor geofence transitions.
    init(of phone: any PhoneOS) {
        let isOn = phone.isLocationServiceOn && phone.playServices == .available
        let status = Status(on: phone)
        let hasShare = status == .authorizedAlways || status == .authorizedWhenInUse
        let precision = phone.locationPrecision
        self.init(
            isEnabled: isOn && hasShare,
            status: status,
            hasNetwork: isOn && hasShare,
            hasGPS: isOn && hasShare && precision == .full,
            accuracy: precision == .full ? .full : .reduced
        )
    }
}

extension ProviderState.Status {
    /// A permission for which the system would still prompt is not determined.
    ///
    /// On Android a member who refused twice has denied it; on iOS an administrator restricts it
    /// (`PermissionStatus.restricted`).
    init(on phone: any PhoneOS) {
        switch phone.status(of: .fineLocation) {
        case .granted:
            let isAsked = Permission.backgroundLocation.needsRequest(on: phone.platform, version: phone.version)
            let hasAlways = !isAsked || phone.status(of: .backgroundLocation) == .granted
            self = hasAlways ? .authorizedAlways : .authorizedWhenInUse
        case .denied: self = phone.canPrompt(for: .fineLocation) ? .notDetermined : .denied
        case .restricted: self = phone.platform == .ios ? .restricted : .denied
        }
    }
}
