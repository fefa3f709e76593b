internal import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// Restores the state of the app's previous process, and records that tracking continued from it.
struct StateRestoration: Sendable {
    let records: RecordStore
    let phone: any PhoneOS
    let session: SharedSession
    /// The seed of the names of records after the installation.
    let seed: UInt64

    /// Sets `GeolocationSession.loadError` if the state of the last process cannot be read.
    func restore(_ launch: TrackingLaunch, at time: Timestamp) {
        do {
            try load(launch, at: time)
            session.withLock { $0.loadError = nil }
        } catch {
            let text = "the app's stored state can't be read; `ready` tries again: \(error)"
            session.withLock { $0.loadError = MobileSDKError(.storage, text, cause: error) }
        }
    }

    private func load(_ launch: TrackingLaunch, at time: Timestamp) throws {
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
                let geofences = (fences?.value).map { Self.monitored($0, following: kept.state, at: time) }
                session.tracking = BackgroundTracking(
                    kept,
                    geofences: geofences ?? Self.monitored(fresh.geofences, following: kept.state, at: time),
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

    /// Returns the geofences monitored according to the state, if the stored ones do not match it.
    private static func monitored(
        _ stored: MonitoredGeofences,
        following state: TrackingState,
        at time: Timestamp
    ) -> MonitoredGeofences {
        let wanted: MonitoredGeofences.Mode =
            state.isEnabled ? (state.mode == .location ? .withLocations : .geofencesOnly) : .off
        guard stored.mode != wanted else { return stored }
        var geofences = stored
        // The phone's regions are requested when tracking continues.
        _ = geofences.start(wanted, fix: state.lastFix, at: time)
        return geofences
    }

    /// Finds the stationary region that iOS still monitors from the last process: adding it again would reset on which
    /// side of its edge the phone is.
    private func findStationaryPlace() {
        let isWatched = phone.monitoredRegions?.contains { $0.text == TrackedRegion.stationaryID } == true
        session.withLock { session in
            let radius = session.tracking.config.stationaryRadiusMeters
            let center = isWatched ? session.tracking.state.stationaryCenter : nil
            session.regions.stationaryPlace = center.map { StationaryPlace(center: $0, radiusMeters: radius) }
        }
    }

    /// The warnings are emitted with `ready`, when the log's level is known.
    private func warn(of losses: [String], in what: String) {
        guard !losses.isEmpty else { return }
        let text = "\(what) can be read only in part and is restored without: \(losses.joined(separator: ", "))"
        session.withLock { $0.loadWarnings.append(ConfigurationWarning(.surprising, "ready", text)) }
    }

    /// Cancels iOS services of an earlier process that are no longer needed, as after a state that could not be read.
    func cancelObsoleteServices() {
        guard phone.platform == .ios else { return }
        let (state, place) = session.withLock { ($0.tracking.state, $0.regions.stationaryPlace) }
        if !state.isEnabled, !state.isSchedulerEnabled { phone.stopSignificantChanges() }
        guard place == nil || !state.isEnabled else { return }
        session.withLock { $0.regions.stationaryPlace = nil }
        phone.removeRegions((phone.monitoredRegions ?? []).filter { $0.text == TrackedRegion.stationaryID })
    }

    /// Completes a restart: tracking continues, so the last boot is processed, and Android was requested to monitor
    /// every region again.
    func complete() {
        recordBoot()
        guard session.withLock({ $0.mayLackRegions && $0.tracking.isRunning }) else { return }
        session.withLock { $0.mayLackRegions = false }
        do {
            try records.setState(StoredTracking.regionsLostName, to: nil)
        } catch {
            session.log(.error, "the repeated request for regions can't be stored: \(error)", at: phone.now())
        }
    }

    /// Stores the boot time, unless tracking sleeps after a reboot: it has not continued then, and the next process
    /// detects the same reboot.
    private func recordBoot() {
        let bootTime = session.withLock { $0.tracking.isRunning && $0.loadError == nil ? $0.unnotedBoot : nil }
        guard let bootTime else { return }
        do {
            try records.setState(StoredTracking.bootTimeName, to: BootTime(bootTime).bytes)
            session.withLock { $0.unnotedBoot = nil }
        } catch {
            session.log(.error, "the phone's boot time can't be stored: \(error)", at: phone.now())
        }
    }
}
