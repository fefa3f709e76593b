internal import Foundation
internal import MobileSDKCore
public import PhoneOS
internal import PhoneStore
internal import Synchronization
public import TrackingEngine
internal import TrackingModel
internal import VisitModel

extension BackgroundGeolocation {
    /// Configures the SDK: to be called once in each process, from the app's root, before anything that requires a
    /// location or a permission.
    ///
    /// Tracking that was on continues. Events since the start of the app are emitted to the listeners now. A second
    /// call changes nothing and emits a warning. Transistor, BGGeo.ready.
    ///
    /// - Parameters:
    ///   - reset: whether the options are applied over those of an earlier launch; false applies them only at the first
    ///     launch after the installation.
    ///   - transistorAuthorizationToken: the access token of uploads, if `configure` sets none.
    ///   - configure: sets options on those of an earlier launch, or on the documented defaults.
    /// - Returns: the resulting state.
    /// - Throws: `MobileSDKError` with code `storage` if the phone's file cannot be read.
    @discardableResult
    public func ready(
        reset: Bool = true,
        transistorAuthorizationToken: String? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) async throws -> State {
        try readyNow(reset: reset, transistorAuthorizationToken: transistorAuthorizationToken, configure)
    }

    /// The synchronous form, for a simulation that runs everything in order.
    @discardableResult
    package func readyNow(
        reset: Bool = true,
        transistorAuthorizationToken: String? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) throws -> State {
        try lane.withLock {
            begin(.user)
            if let error = session.withLock(\.loadError) { throw error }
            let (time, start) = (phone.now(), ConfigStart(reset: reset))
            let wasReady = session.withLock { $0.tracking.isReady }
            let given = wasReady ? nil : given(start, transistorAuthorizationToken, configure)
            session.withLock { session in
                session.add(.tracking(session.tracking.ready(start, at: time) { $0 = given ?? $0 }, time))
            }
            if !wasReady {
                log(.info, "ready", at: time)
                review()
            }
            work()
            if !wasReady { restoreUnfinishedUploads() }
            wentOn()
            return session.withLock { State($0.tracking) }
        }
    }

    /// Returns the app's configuration; `nil` if that of the first launch applies.
    ///
    /// Evaluated beforehand, so that the app's code runs without a lock.
    private func given(
        _ start: ConfigStart,
        _ token: String?,
        _ configure: (inout TrackingConfig) -> Void
    ) -> TrackingConfig? {
        var base: TrackingConfig?
        var trial = session.withLock { $0.tracking }
        _ = trial.ready(start, at: phone.now()) { base = $0 }
        guard var config = base else { return nil }
        if let token { config.authorization.accessToken = token }
        configure(&config)
        return config
    }

    /// Emits warnings about options that may not do what was intended.
    private func review() {
        let time = phone.now()
        let (config, losses) = session.withLock { session in
            defer { session.loadWarnings = [] }
            return (session.tracking.config, session.loadWarnings)
        }
        for warning in losses + config.warnings(app: AppFacts(of: phone)) { emit(.warning(warning), at: time) }
    }

    /// Cancels iOS services of an earlier process that are no longer needed, as after a state that could not be read.
    private func restoreUnfinishedUploads() {
        guard phone.platform == .ios else { return }
        let (state, place) = session.withLock { ($0.tracking.state, $0.stationaryPlace) }
        if !state.isEnabled, !state.isSchedulerEnabled { phone.stopSignificantChanges() }
        guard place == nil || !state.isEnabled else { return }
        session.withLock { $0.stationaryPlace = nil }
        phone.removeRegions((phone.monitoredRegions ?? []).filter { $0.text == TrackedRegion.stationaryID })
    }
}

extension AppFacts {
    /// Reads the facts of the app that a phone knows.
    init(of phone: any PhoneOS) {
        self.init()
        switch phone.platform {
        case .ios:
            hasMotionUsageDescription = phone.manifest.usageDescriptions.contains(AppManifest.motionKey)
            hasLocationBackgroundMode = phone.manifest.backgroundModes.contains(AppManifest.locationMode)
            hasAudioBackgroundMode = phone.manifest.backgroundModes.contains("audio")
        case .android:
            androidAPILevel = phone.version.androidAPILevel
        }
    }
}

extension OSVersion {
    /// The API level of an Android release, from 8 on; `nil` before.
    ///
    /// Google, "Codenames, tags, and build numbers".
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

extension BackgroundGeolocation {
    /// Restores the state of the last process; to be called when the app starts, after its listeners are registered.
    ///
    /// Nothing else happens until `ready`, except on Android where tracking continues without the app: after a reboot
    /// with `startOnBoot`, otherwise with `stopOnTerminate` false. Without this call `ready`, or any other first call,
    /// acts as if the member had opened the app. A second call changes nothing. Transistor, BGGeo, "Lifecycle".
    ///
    /// - Parameter launch: the reason of the launch, as far as the app knows it; the phone's signal takes precedence.
    public func resume(launch: LaunchReason = .user) {
        lane.withLock {
            begin(launch)
            work()
            wentOn()
        }
    }

    /// Loads the state, unless that was done in this process.
    func begin(_ reason: LaunchReason) {
        guard session.withLock({ $0.launch == nil || $0.loadError != nil }) else { return }
        load(TrackingLaunch(reason))
    }

    /// Handles the phone's launch reason: a state loaded for another reason, without effects so far, is loaded again.
    func launched(_ reason: LaunchReason) {
        let launch = TrackingLaunch(reason)
        guard session.withLock({ $0.launch != launch && !$0.tracking.isRunning }) else { return }
        write(all: true)
        session.withLock { $0.launch = nil }
        load(launch)
        work()
        wentOn()
    }

    /// Loads the state, subscribes to the phone's signals, and continues tracking if that does not require the app.
    private func load(_ launch: TrackingLaunch) {
        let time = phone.now()
        session.withLock { $0.launch = launch }
        do {
            try restore(launch, at: time)
            session.withLock { $0.loadError = nil }
        } catch {
            let text = "the app's stored state can't be read; `ready` tries again: \(error)"
            session.withLock { $0.loadError = MobileSDKError(.storage, text, cause: error) }
        }
        phone.setSignalHandler { [weak self] signal, time in self?.handle(signal, at: time) }
        let isOnScreen = phone.appState == .foreground
        session.withLock { session in
            session.backgroundTime.moved(toScreen: isOnScreen, at: time)
            let unlocking = session.uploads.launch()
            session.add(.uploads(unlocking, time))
            session.add(.tracking(session.tracking.launched(at: time), time))
            if launch == .boot { session.add(.trigger(.booted, time)) }
        }
        log(.info, "launched: \(launch.rawValue)", at: time)
        tidyUp(at: time)
    }

    /// Deletes expired records and log lines that are not in use.
    private func tidyUp(at time: Timestamp) {
        guard session.withLock({ $0.loadError == nil }) else { return }
        do {
            try records.purge(recordLimits(at: time))
            let lifetime = session.withLock { $0.tracking.config.logLifetimeDuration }
            try records.purgeLog(before: time.advanced(by: .zero - lifetime))
        } catch {
            log(.error, "old records can't be deleted: \(error)", at: time)
        }
    }

    /// Restores the state of the last process.
    private func restore(_ launch: TrackingLaunch, at time: Timestamp) throws {
        let facts = PhoneFacts(of: phone)
        let fresh = BackgroundTracking(platform: phone.platform, facts: facts, seed: seed)
        let state = try records.state(StoredTracking.stateName).map { StoredTracking.state($0, defaults: fresh.kept) }
        let kept = state?.value
        let fences = try records.state(StoredTracking.geofencesName).map { bytes in
            let rules = GeofencingRules((kept?.config ?? fresh.config).geolocation, platform: phone.platform)
            let empty = MonitoredGeofences(platform: phone.platform, rules: rules)
            return StoredTracking.geofences(bytes, defaults: empty, at: time)
        }
        let wasNoted = try records.state(StoredTracking.regionsLostName) != nil
        // Android cannot list its regions: until tracking has continued once, all of them must be requested again.
        let isAndroid = phone.platform == .android
        let bootTime = phone.bootTime
        let noted = try records.state(StoredTracking.bootTimeName).flatMap(BootTime.init)
        let wasBooted = launch == .boot || noted?.isBefore(bootAt: bootTime) == true
        let mayForget = isAndroid && (wasNoted || wasBooted || launch == .replaced)
        let didReboot = wasBooted || isAndroid && (wasNoted || fences?.losses.isEmpty == false)
        session.withLock { session in
            if let kept {
                let geofences = (fences?.value).map { $0.following(kept.state, at: time) }
                session.tracking = BackgroundTracking(
                    kept,
                    geofences: geofences ?? fresh.geofences.following(kept.state, at: time),
                    facts: facts,
                    launch: launch,
                    didReboot: didReboot,
                    at: time
                )
            } else {
                session.tracking = fresh
                // Geofences may be added before any state is stored.
                _ = session.tracking.addGeofences(fences?.value?.stored.all ?? [], at: time)
            }
            session.mayLackRegions = mayForget
            session.unnotedBoot = noted?.time == bootTime ? nil : bootTime
        }
        if !isAndroid { findStationaryPlace() }
        if mayForget, !wasNoted { try records.setState(StoredTracking.regionsLostName, to: [1]) }
        warn(of: state?.losses ?? [], in: "the state of the previous process")
        warn(of: fences?.losses ?? [], in: "the geofences of the previous process")
    }

    /// Finds the stationary region that iOS still monitors from the last process: adding it again would reset on which
    /// side of its edge the phone is.
    private func findStationaryPlace() {
        let isWatched = phone.monitoredRegions?.contains { $0.text == TrackedRegion.stationaryID } == true
        session.withLock { session in
            let radius = session.tracking.config.stationaryRadiusMeters
            let center = isWatched ? session.tracking.state.stationaryCenter : nil
            session.stationaryPlace = center.map { StationaryPlace(center: $0, radiusMeters: radius) }
        }
    }

    /// Records the parts that could not be read; they are emitted with `ready`, when the log's level is known.
    private func warn(of losses: [String], in what: String) {
        guard !losses.isEmpty else { return }
        let text = "\(what) can be read only in part and is restored without: \(losses.joined(separator: ", "))"
        session.withLock { $0.loadWarnings.append(ConfigurationWarning(.surprising, "ready", text)) }
    }

    /// Completes a restart: tracking continues, so the last boot is processed, and Android was requested to monitor
    /// every region again.
    func wentOn() {
        recordBoot()
        guard session.withLock({ $0.mayLackRegions && $0.tracking.isRunning }) else { return }
        session.withLock { $0.mayLackRegions = false }
        do {
            try records.setState(StoredTracking.regionsLostName, to: nil)
        } catch {
            log(.error, "the repeated request for regions can't be stored: \(error)", at: phone.now())
        }
    }

    /// Stores the boot time, from which a later process detects that the phone was rebooted.
    ///
    /// While tracking sleeps after a reboot it has not continued: the next process detects the same reboot.
    private func recordBoot() {
        let bootTime = session.withLock { $0.tracking.isRunning && $0.loadError == nil ? $0.unnotedBoot : nil }
        guard let bootTime else { return }
        do {
            try records.setState(StoredTracking.bootTimeName, to: BootTime(bootTime).bytes)
            session.withLock { $0.unnotedBoot = nil }
        } catch {
            log(.error, "the phone's boot time can't be stored: \(error)", at: phone.now())
        }
    }
}

extension MonitoredGeofences {
    /// Returns the geofences monitored according to the state, if the stored ones do not match it.
    fileprivate func following(_ state: TrackingState, at time: Timestamp) -> MonitoredGeofences {
        let wanted: Mode = state.isEnabled ? (state.mode == .location ? .withLocations : .geofencesOnly) : .off
        guard mode != wanted else { return self }
        var geofences = self
        // The phone's regions are requested when tracking continues.
        _ = geofences.start(wanted, fix: state.lastFix, at: time)
        return geofences
    }
}

extension TrackingLaunch {
    /// Creates the engine's launch from the reason that the phone's system reports.
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
