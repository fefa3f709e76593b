internal import TrackingModel
public import VisitModel

extension BackgroundTracking {
    /// Processes a signal of the phone; signals before anything runs are held.
    public mutating func process(_ signal: TrackingSignal, at time: Timestamp) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        learn(from: signal, at: time)
        if case .appChanged(.foreground) = signal { wakeUp(at: time, &effects) }
        guard process.isRunning else {
            // The limit bounds memory for an app that never calls `ready`.
            if process.held.count == Self.mostHeld { process.held.removeFirst() }
            process.held.append(TrackingProcess.HeldSignal(signal: signal, time: time))
            return effects
        }
        advance(to: time, &effects)
        react(to: signal, at: time, &effects)
        requestChanges(at: time, &effects)
        return effects
    }

    private static let mostHeld = 1_000

    private mutating func learn(from signal: TrackingSignal, at time: Timestamp) {
        switch signal {
        case .appChanged(let phase):
            if process.facts.app != phase { process.facts.appSince = time }
            process.facts.app = phase
        case .connectionChanged(let connection): process.facts.connection = connection
        case .powerChanged(let isCharging, let isScreenOn, let isPowerSaving, let level):
            process.facts.isCharging = isCharging
            process.facts.isScreenOn = isScreenOn
            process.facts.isPowerSaving = isPowerSaving
            process.facts.batteryLevel = level
        case .providerChanged(let provider):
            process.facts.provider = provider
            if provider.allowsLocations { process.hasReportedDenial = false }
        case .motionPermissionChanged(let isGranted):
            process.facts.mayUseMotion = isGranted
            if isGranted { process.hasWarnedOfMotion = false }
        case .timeZoneChanged(let zone): process.facts.timeZone = zone
        case .fix, .fixFailed, .activity, .regionsCrossed, .regionState, .regionsRefused, .timer, .appEnding,
            .backgroundFetch, .backgroundTimeEnding:
            break
        }
    }

    mutating func react(to signal: TrackingSignal, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        switch signal {
        case .fix(let fix, let origin): process(fix, origin, at: time, &effects)
        case .fixFailed(let error): failed(error, at: time, &effects)
        case .activity(let activity, let confidence): process(activity, confidence, at: time, &effects)
        case .regionsCrossed(let action, let regions, let fix): crossed(action, regions, fix, at: time, &effects)
        case .regionState(let region, let isInside):
            follow(geofences.applyState(isInside, of: region, fix: state.lastFix, at: time), at: time, &effects)
        case .regionsRefused(let regions, let reason):
            follow(geofences.refuse(regions, because: reason, at: time), at: time, &effects)
        case .timer(.schedule): checkSchedule(.alarm, at: time, &effects)
        case .timer: break
        case .appChanged(let phase):
            checkSchedule(phase == .foreground ? .resumed : .paused, at: time, &effects)
            warnOfWatching(&effects)
        case .backgroundTimeEnding: acceptBestFixes(at: time, &effects)
        case .appEnding: appEnds(at: time, &effects)
        case .backgroundFetch: checkSchedule(.backgroundFetch, at: time, &effects)
        case .connectionChanged(let connection):
            // A switch from Wi-Fi to a mobile network is no change of connectivity.
            guard (connection != .none) != process.wasConnected else { return }
            process.wasConnected = connection != .none
            emit(.connectivityChange(hasConnection: process.wasConnected), &effects)
        case .powerChanged(_, _, let isPowerSaving, _):
            guard isPowerSaving != process.wasPowerSaving else { return }
            process.wasPowerSaving = isPowerSaving
            emit(.powerSaveChange(isPowerSaving: isPowerSaving), &effects)
        case .providerChanged(let provider): providerChanged(provider, at: time, &effects)
        case .motionPermissionChanged: warnOfMotionPermission(&effects)
        case .timeZoneChanged(let zone):
            guard state.isSchedulerEnabled else { return }
            follow(scheduler.zoneChanged(at: time, to: zone, using: &random), at: time, &effects)
        }
    }

    /// Warns of tracking for which the member does not allow the motion service, once until it is allowed in between.
    ///
    /// Options without the service, and an iOS app that cannot request it, are warned of with the options
    /// (`ConfigReview.reviewMotionService`). Transistor, ActivityConfig.disableMotionActivityUpdates.
    mutating func warnOfMotionPermission(_ effects: inout [TrackingEffect]) {
        let facts = process.facts
        guard detectsMotion, state.mode == .location, effective.motion.hasMotionService, facts.canRequestMotion,
            !facts.mayUseMotion, !process.hasWarnedOfMotion
        else { return }
        process.hasWarnedOfMotion = true
        let text =
            switch platform {
            case .ios:
                "the member does not allow Motion & Fitness, and stops and starts are detected in ways that use more power"
            case .android:
                "the member does not allow Physical Activity, and tracking starts only after 200 to 500 m, by a geofence, "
                    + "instead of after a few metres"
            }
        let cure = "; call requestPermission or, if no prompt is left, ask the member to allow it in Settings"
        emit(.warning(ConfigurationWarning(.needsApp, "activity.disableMotionActivityUpdates", text + cure)), &effects)
    }

    /// Reports to an app that tracks locations that they are not allowed, and ends the searches for a position.
    ///
    /// Once, until they are allowed in between or tracking begins again; without an effect while they are allowed.
    /// Transistor, BGGeo.onLocation, "Error Codes".
    mutating func reportDenial(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard !process.facts.provider.allowsLocations else { return }
        if state.isEnabled, state.mode == .location, !process.hasReportedDenial {
            process.hasReportedDenial = true
            emit(.locationFailed(.denied), &effects)
        }
        endSearches(.denied, at: time, &effects)
    }

    /// Events are held until the app is ready, except for a headless Android app (`enableHeadless`).
    var emitsNow: Bool { process.isReady || effective.isHeadless }

    mutating func emit(_ event: TrackingEvent, _ effects: inout [TrackingEffect]) {
        if emitsNow {
            effects.append(.emit(event))
        } else {
            if process.undelivered.count == Self.mostHeld { process.undelivered.removeFirst() }
            process.undelivered.append(event)
        }
    }

    /// Processes the end of the app.
    ///
    /// `stopOnTerminate` stops tracking. Without it iOS leaves a region around the last position, of which the exit
    /// starts the app, and Android's service continues. Transistor, AppConfig.stopOnTerminate.
    private mutating func appEnds(at time: Timestamp, _ effects: inout [TrackingEffect]) {
        if platform == .android, !config.app.stopOnTerminate, state.isEnabled || state.isSchedulerEnabled {
            // The app's screens are gone: a process that continues does so for the service alone, until `ready`.
            (process.isReady, process.runsAlone) = (false, true)
        }
        guard state.isEnabled else { return }
        if config.app.stopOnTerminate {
            stopByHand(at: time, &effects)
        } else if platform == .ios, state.mode == .location {
            _ = motion.set(isMoving: false, .power, at: time, rules)
            process.forgetCourse()
            if let fix = state.lastFix { state.setPlaceOfStop(fix) }
            effects.append(.save)
        }
    }

    private mutating func providerChanged(
        _ provider: ProviderState,
        at time: Timestamp,
        _ effects: inout [TrackingEffect]
    ) {
        emit(.providerChange(provider), &effects)
        let isAvailable = provider.allowsLocations
        follow(geofences.setLocationServices(isAvailable: isAvailable), at: time, &effects)
        reportDenial(at: time, &effects)
        if process.facts.provider.allowsLocations, process.lacksMotionChange {
            searchForMotionChange(at: time, &effects)
        }
        guard state.isEnabled, let fix = state.lastFix else { return }
        guard !(platform == .android && config.persistence.disableProviderChangeRecord) else { return }
        var position = location(fix, .providerChange, at: time)
        position.provider = provider
        effects.append(.store(position, .record, isForced: false))
    }

    private mutating func failed(_ error: LocationError, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        guard error == .denied else { return emit(.locationFailed(error), &effects) }
        if state.isEnabled, state.mode == .location {
            if !process.hasReportedDenial { emit(.locationFailed(error), &effects) }
            process.hasReportedDenial = true
        } else if process.searches.isEmpty {
            emit(.locationFailed(error), &effects)
        }
        endSearches(error, at: time, &effects)
    }

    /// A search that has found a position ends with that one.
    private mutating func endSearches(_ error: LocationError, at time: Timestamp, _ effects: inout [TrackingEffect]) {
        acceptBestFixes(at: time, &effects)
        let searches = process.searches
        process.searches = []
        for search in searches { fail(search, error, at: time, &effects) }
    }
}
