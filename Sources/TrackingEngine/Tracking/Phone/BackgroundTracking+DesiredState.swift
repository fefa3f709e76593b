internal import VisitModel

extension BackgroundTracking {
    func desiredState(at time: Timestamp, _ needs: GeofencingNeeds) -> DesiredPhoneState {
        var desiredState = DesiredPhoneState()
        let rules = rules
        desiredState.updates = updates(needs, rules)
        if process.isRunning, state.isEnabled {
            desiredState.watchesSignificantChanges =
                platform == .ios && (state.mode == .location || needs.significantChanges)
            desiredState.times[.geofences] = needs.timer
            if detectsMotion, rules.hasMotionService {
                desiredState.activityInterval = effective.activityInterval
            }
            desiredState.hasForegroundService = platform == .android && (state.mode == .location || streamsForGeofences)
            desiredState.staysAwake = effective.preventsSuspension
            desiredState.stationaryRegion = stationaryRegion(rules)
            desiredState.times[.motion] = detectsMotion ? motion.dueAt : nil
            desiredState.times[.stopAfterElapsed] = stopAfterElapsed
            desiredState.times[.heartbeat] = heartbeatDue(at: time)
        }
        if state.isSchedulerEnabled {
            desiredState.watchesSignificantChanges =
                desiredState.watchesSignificantChanges || scheduler.keepsSignificantChanges
            desiredState.times[.schedule] = scheduler.alarm?.time
        }
        if !process.searches.isEmpty || !process.watches.isEmpty {
            desiredState.times[.position] = (process.searches.map(\.deadline) + process.watches.compactMap(\.deadline))
                .min()
        }
        return desiredState
    }

    /// Computes the updates that are needed: those for a moving phone, for polygons, and for the app's streams.
    private func updates(_ needs: GeofencingNeeds, _ rules: MotionRules) -> DesiredPhoneState.Updates? {
        var updates: DesiredPhoneState.Updates?
        if process.isRunning, detectsMotion, motion.wantsLocation(rules) {
            updates = effective.updates
            updates?.distanceFilterMeters = effective.elasticity.meters(atSpeed: state.lastRecorded?.speed)
        } else if process.isRunning, detectsMotion, isMoving, platform == .ios, process.facts.app == .background {
            // Stop detection by the motion service alone: a suspended app would receive neither its reports nor the
            // end of the stop timeout.
            if !effective.preventsSuspension { updates = .keepingAppRunning }
        }
        if process.isRunning, state.isEnabled, needs.highRate {
            // Within the circle around a polygon each fix is checked against the polygon's edge.
            updates = .accurate(every: nil)
        }
        guard let quickest = process.watches.map(\.request.interval).min() else { return updates }
        return .accurate(every: .milliseconds(quickest))
    }

    /// The region around the stop, of which the exit signals motion.
    ///
    /// On iOS the exit also starts the app. Android needs the region without its motion service, and reports its exit
    /// after 200 to 500 m (Transistor, ActivityConfig.disableMotionActivityUpdates).
    private func stationaryRegion(_ rules: MotionRules) -> DesiredPhoneState.StationaryRegion? {
        guard state.mode == .location, !isMoving, !wantsSignificantChangesOnly, let center = state.stationaryCenter
        else { return nil }
        switch platform {
        case .ios:
            return DesiredPhoneState.StationaryRegion(center: center, radiusMeters: rules.movedMeters)
        case .android:
            guard !rules.hasMotionService else { return nil }
            let radius = min(max(rules.movedMeters, 200), 500)
            return DesiredPhoneState.StationaryRegion(center: center, radiusMeters: radius)
        }
    }
}

extension DesiredPhoneState.Updates {
    fileprivate static func accurate(every interval: Duration?) -> Self {
        Self(distanceFilterMeters: 0, interval: interval, fastestInterval: nil, deferral: .zero, accuracy: .high)
    }

    /// The least power that iOS offers: cells, and no fix before some kilometres.
    fileprivate static let keepingAppRunning = Self(
        distanceFilterMeters: 3000,
        interval: .seconds(60),
        fastestInterval: nil,
        deferral: .zero,
        accuracy: .lowest,
        keepsAppRunning: true
    )
}

extension DesiredPhoneState {
    /// The requests that turn the `old` desired state into this one.
    func changes(from old: DesiredPhoneState, config: TrackingConfig, exactSchedule: Bool) -> [TrackingEffect] {
        var effects: [TrackingEffect] = []
        // The service first: without it Android gives a background app no updates.
        if hasForegroundService != old.hasForegroundService {
            effects.append(.foregroundService(hasForegroundService ? config.app.notification : nil))
        }
        if staysAwake != old.staysAwake { effects.append(.stayAwake(staysAwake)) }
        if updates != old.updates { effects.append(.updates(updates)) }
        if watchesSignificantChanges != old.watchesSignificantChanges {
            effects.append(.significantChanges(watchesSignificantChanges))
        }
        if activityInterval != old.activityInterval { effects.append(.activityUpdates(every: activityInterval)) }
        if stationaryRegion != old.stationaryRegion { effects.append(.stationaryRegion(stationaryRegion)) }
        for timer in Timer.allCases where times[timer] != old.times[timer] {
            let isAlarm = timer == .schedule
            let wake = times[timer].map {
                TrackingEffect.Wake(time: $0, startsApp: isAlarm, isExact: !isAlarm || exactSchedule)
            }
            effects.append(.timer(timer, wake))
        }
        return effects
    }
}
