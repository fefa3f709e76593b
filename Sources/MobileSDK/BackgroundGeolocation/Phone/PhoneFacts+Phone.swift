internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension PhoneFacts {
    /// Asks a phone for everything that tracking goes by.
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
    /// The engine's word for a connection.
    init(_ connectivity: Connectivity) {
        switch connectivity {
        case .none: self = .none
        case .cellular: self = .cellular
        case .wifi: self = .wifi
        }
    }
}

extension UploadNetwork {
    /// The upload's word for a connection.
    init(_ connection: PhoneFacts.Connection) {
        switch connection {
        case .none: self = .none
        case .cellular: self = .cellular
        case .wifi: self = .wifi
        }
    }
}

extension ProviderState {
    /// Asks a phone what it allows the app.
    ///
    /// Without Google Play services there are neither positions nor geofences for the app.
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
    /// Asks a phone where the app stands with location.
    ///
    /// A permission that the system would still ask for is not determined; on Android a member who refused twice is one who
    /// denies, on iOS it is an administrator who restricts (`PermissionStatus.restricted`).
    init(on phone: any PhoneOS) {
        switch phone.status(of: .fineLocation) {
        case .granted:
            let isAsked = Permission.backgroundLocation.isAsked(on: phone.platform, phone.version)
            let hasAlways = !isAsked || phone.status(of: .backgroundLocation) == .granted
            self = hasAlways ? .authorizedAlways : .authorizedWhenInUse
        case .denied: self = phone.canPrompt(for: .fineLocation) ? .notDetermined : .denied
        case .restricted: self = phone.platform == .ios ? .restricted : .denied
        }
    }
}
