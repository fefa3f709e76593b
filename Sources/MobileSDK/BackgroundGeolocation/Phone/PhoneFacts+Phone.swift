internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

extension PhoneFacts {
    init(of phone: any PhoneOS) {
        self.init(at: phone.now(), timeZone: phone.timeZone)
        provider = ProviderState(of: phone)
        mayUseMotion = phone.hasMotionHardware && phone.status(of: .physicalActivity) == .granted
        let isExplained = phone.platform == .android || phone.manifest.usageDescriptions.contains(AppManifest.motionKey)
        canRequestMotion = phone.hasMotionHardware && isExplained
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

extension AppFacts {
    init(of phone: any PhoneOS) {
        self.init()
        switch phone.platform {
        case .ios:
            hasMotionUsageDescription = phone.manifest.usageDescriptions.contains(AppManifest.motionKey)
            hasLocationBackgroundMode = phone.manifest.backgroundModes.contains(AppManifest.locationMode)
            hasAudioBackgroundMode = phone.manifest.backgroundModes.contains("audio")
        case .android: androidAPILevel = phone.version.androidAPILevel
        }
    }
}

extension OSVersion {
    /// From 8 on; `nil` before (Google, "Codenames, tags, and build numbers").
    fileprivate var androidAPILevel: Int? {
        switch major {
        case 8: minor == 0 ? 26 : 27
        case 9: 28
        case 10: 29
        case 11: 30
        case 12...: major + 20 + (major == 12 && minor == 0 ? -1 : 0)
        default: nil
        }
    }
}

extension TrackingLaunch {
    init(_ reason: LaunchReason) {
        switch reason {
        case .user: self = .user
        case .location, .alarm: self = .event
        case .bootCompleted: self = .boot
        case .packageReplaced: self = .replaced
        case .backgroundFetch: self = .backgroundFetch
        }
    }
}

extension TrackingSignal {
    /// `nil` for a signal that the engine does not use.
    init?(_ signal: PhoneSignal, of phone: any PhoneOS) {
        switch signal {
        case .fix(let fix, let source): self = .fix(fix, FixOrigin(source))
        case .regionTransition(let ids, let transition, let fix):
            self = .regionsCrossed(GeofenceCrossing.Action(transition), ids.map(\.text), fix)
        case .regionState(let id, let state):
            self = .regionState(id.text, isInside: state == .unknown ? nil : state == .inside)
        case .activity(let activity, let confidence): self = .activity(activity, confidence: confidence)
        case .powerChanged(let power):
            self = .powerChanged(
                isCharging: power.isCharging,
                isScreenOn: power.isScreenOn,
                isPowerSaving: power.isPowerSaving,
                batteryLevel: power.batteryLevel
            )
        case .timeZoneChanged(let zone): self = .timeZoneChanged(zone)
        case .permissionChanged(.physicalActivity, let status):
            self = .motionPermissionChanged(isGranted: status == .granted && phone.hasMotionHardware)
        default: return nil
        }
    }
}

extension TrackingSignal.FixOrigin {
    init(_ source: LocationSource) {
        switch source {
        case .updates: self = .updates
        case .significantChange: self = .significantChange
        case .single: self = .single
        case .region: self = .region
        }
    }
}

extension GeofenceCrossing.Action {
    init(_ transition: RegionTransition) {
        switch transition {
        case .enter: self = .enter
        case .exit: self = .exit
        case .dwell: self = .dwell
        }
    }
}
