internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Performs the effects of tracking on the phone: location services, timers, notifications and regions.
struct PhoneRequests: Sendable {
    let phone: any PhoneOS
    let session: SharedSession
    let regions: RegionMonitor
    let tasks: BackgroundTasks

    /// Effects on the file or the app are ignored.
    func perform(_ effect: TrackingEffect, at time: Timestamp) {
        switch effect {
        case .updates(let updates): setUpdates(updates, at: time)
        case .requestFix: phone.requestSingleFix(.high)
        case .significantChanges(let isWanted):
            if isWanted { phone.startSignificantChanges() } else { phone.stopSignificantChanges() }
        case .activityUpdates(let interval):
            if let interval { phone.startActivityUpdates(every: interval) } else { phone.stopActivityUpdates() }
        case .foregroundService(let notification): setForegroundService(notification)
        case .stayAwake(let isOn):
            phone.setPreventsSuspension(isOn)
            if !isOn { session.withLock { $0.backgroundTime.woke(at: time) } }
        case .stationaryRegion(let region): regions.setStationary(region, at: time)
        case .geofenceRegions(let removed, let added, let stateRequests):
            regions.set(removed: removed, added: added, stateRequests: stateRequests, at: time)
        case .timer(let timer, let wake): set(timer, wake, at: time)
        case .requestPermission(let rationale):
            session.withLock { $0.permissionWish = GeolocationSession.PermissionRequest(rationale: rationale) }
        case .save, .saveGeofences, .store, .emit, .debug: break
        }
    }

    private func setUpdates(_ updates: DesiredPhoneState.Updates?, at time: Timestamp) {
        let config = session.withLock { session in
            session.updates = updates
            return session.tracking.config
        }
        let wantsFixes = updates?.keepsAppRunning == false
        session.log(.debug, wantsFixes ? "location services on" : "location services off", at: time)
        if let updates {
            phone.startLocationUpdates(LocationRequest(updates, config))
        } else {
            phone.stopLocationUpdates()
            // The updates kept the app running; iOS lets it run for a while longer.
            session.withLock { $0.backgroundTime.woke(at: time) }
        }
    }

    private func setForegroundService(_ notification: NotificationConfig?) {
        guard let notification else { return phone.stopForegroundService() }
        phone.createNotificationChannel(id: notification.channelId, name: notification.channelName)
        phone.startForegroundService(ServiceNotification(notification))
    }

    /// Each note has a sound and therefore a channel, as Android requires: the channel of the service is silent.
    func show(_ note: TrackingEffect.DebugCue, at time: Timestamp) {
        let service = session.withLock { $0.tracking.config.app.notification }
        let channel = "\(service.channelId).\(note.sound)"
        phone.createNotificationChannel(id: channel, name: "\(service.channelName): \(note.text)")
        let notice = Notice(title: "Background Geolocation", body: note.text, sound: note.sound)
        do {
            try phone.post(notice, channel: channel)
        } catch {
            session.log(.debug, "no notification for a developer: \(error)", at: time)
        }
        session.log(.debug, note.text, at: time)
    }

    private func set(_ timer: DesiredPhoneState.Timer, _ wake: TrackingEffect.Wake?, at time: Timestamp) {
        let name = TimerName.name(of: timer)
        let isAlarm = timer == .schedule && phone.platform == .android
        switch wake {
        case .some(let wake) where isAlarm: phone.setAlarm(named: name, at: wake.time, exact: wake.isExact)
        case .some(let wake): phone.setTimer(named: name, at: wake.time)
        case .none where isAlarm: phone.cancelAlarm(named: name)
        case .none: phone.cancelTimer(named: name)
        }
        guard timer == .position else { return }
        // The search for a position is to complete before iOS suspends the app.
        if wake == nil { tasks.end(TaskName.position) } else { tasks.begin(TaskName.position, at: time) }
    }
}

extension LocationRequest {
    init(_ updates: DesiredPhoneState.Updates, _ config: TrackingConfig) {
        let accuracy = updates.accuracy
        self.init(
            interval: updates.interval ?? .zero,
            distanceFilterMeters: updates.distanceFilterMeters,
            accuracy: accuracy.usesSatellites ? .high : accuracy.rawValue < 1000 ? .medium : .low,
            fastestInterval: updates.fastestInterval,
            deferral: updates.deferral,
            pausesAutomatically: config.platform == .ios && !updates.keepsAppRunning
                && config.geolocation.pausesLocationUpdatesAutomatically,
            showsIndicator: config.platform == .ios && config.geolocation.showsBackgroundLocationIndicator
        )
    }
}

extension ServiceNotification {
    /// The options are used as far as a phone shows them without the app's own layout.
    init(_ options: NotificationConfig) {
        self.init(
            title: options.title,
            text: options.text,
            icon: options.smallIcon,
            largeIcon: options.largeIcon,
            iconColor: options.color,
            channel: options.channelId,
            importance: Importance(options.priority)
        )
    }
}

extension ServiceNotification.Importance {
    /// Converts a priority from before Android 8 to the importance of a channel (Android, `NotificationManager`).
    fileprivate init(_ priority: NotificationPriority) {
        self =
            switch priority {
            case .min: .minimum
            case .low: .low
            case .default: .standard
            case .high, .max: .high
            }
    }
}

extension TrackingEffect.DebugCue {
    var text: String {
        switch self {
        case .locationOn: "Location services on"
        case .locationOff: "Location services off"
        case .stopDetection: "Stop detection engaged"
        case .moving: "Moving"
        case .stationary: "Stationary"
        }
    }

    var sound: String { "debug_\(rawValue)" }
}

enum TimerName {
    /// Keeps the names apart from the app's own.
    private static let prefix = "bggeo."
    /// The timer that retries regions which Android refused temporarily.
    static let regions = prefix + "regions"
    /// The timer that requests the states which iOS did not know again.
    static let states = prefix + "states"

    static func name(of timer: DesiredPhoneState.Timer) -> String { "\(prefix)\(timer)" }

    /// `nil` for any other name.
    static func timer(named name: String) -> DesiredPhoneState.Timer? {
        DesiredPhoneState.Timer.allCases.first { Self.name(of: $0) == name }
    }

    /// Returns the name of the timeout of an upload request.
    static func upload(_ id: Int) -> String { "\(prefix)upload.\(id)" }
    /// Returns the name of the timeout of a log upload.
    static func log(_ id: Int) -> String { "\(prefix)log.\(id)" }

    /// Returns the number at the end of a name of the given kind.
    static func number(in name: String, of kind: String) -> Int? {
        let start = "\(prefix)\(kind)."
        return name.hasPrefix(start) ? Int(name.dropFirst(start.count)) : nil
    }
}
