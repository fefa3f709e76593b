public import PhoneOS
public import VisitModel

extension SimulatedPhone {
    /// The regions that the system monitors for the app, in the order of addition.
    public var watchedRegions: [RegionID] { profile.platform == .ios ? ios.monitored : android.registered }
    var isWatchingRegions: Bool { profile.platform == .ios ? !ios.watched.isEmpty : !android.fences.isEmpty }

    /// The largest accepted radius in metres; `nil` on Android, which has no limit.
    public var maximumRegionRadiusMeters: Double? {
        guard profile.platform == .ios else { return nil }
        // Core Location returns -1 if monitoring is unavailable; the protocol has a separate property for that.
        return profile.ios.maximumRadiusMeters
    }

    /// Adds regions for the app, in the order of the request.
    ///
    /// Throws `PhoneError` on Android, which then accepts none; iOS signals each refusal a moment later.
    public mutating func addRegions(_ regions: [RegionRequest]) throws(PhoneError) {
        guard app.state != .uninstalled else { return }
        switch profile.platform {
        case .android:
            do {
                try android.add(regions, at: now, conditions: androidConditions)
            } catch {
                notes.append(.refused(regions.map(\.id), error))
                throw error
            }
            notes.append(.added(regions.map(\.id)))
        case .ios:
            for region in regions {
                guard let error = ios.add(region, at: now, conditions: iosConditions) else {
                    notes.append(.added([region.id]))
                    continue
                }
                notes.append(.refused([region.id], error))
                queue.plan(
                    .regionFailed(region.id, error, process: app.process),
                    at: now.advanced(bySeconds: Self.refusalSeconds)
                )
            }
        }
        planRegionWake()
    }

    /// The delay of a refusal on iOS, which comes by a callback instead of the call.
    private static let refusalSeconds = 0.1

    private func isWatched(_ id: RegionID) -> Bool {
        switch profile.platform {
        case .android: android.watches(id)
        case .ios: ios.monitored.contains(id)
        }
    }

    /// Removes regions for the app; unknown names are ignored.
    public mutating func removeRegions(_ ids: [RegionID]) {
        let removed = ids.filter(isWatched)
        android.remove(removed)
        for id in removed { ios.remove(id, at: now) }
        if !removed.isEmpty { notes.append(.removed(removed)) }
        planRegionWake()
    }

    /// Removes all regions of the app.
    public mutating func removeAllRegions() { removeRegions(watchedRegions) }

    /// Requests on which side of a region's edge the phone is (iOS; Android has no such request).
    public mutating func requestState(of id: RegionID) {
        guard profile.platform == .ios else { return }
        let answer = ios.requestState(of: id, at: now, conditions: iosConditions)
        queue.plan(.regionState(id, answer.state, process: app.process), at: max(answer.dueAt, now))
    }

    /// Sets the number of regions of other code in the app (iOS).
    public mutating func setForeignRegions(_ count: Int) {
        guard profile.platform == .ios else { return }
        notes.append(.changed("foreign regions", "\(ios.setForeignRegions(count))"))
    }

    /// Evaluates the regions with a fix.
    mutating func showRegions(_ reading: SystemFix) {
        let deliveries =
            switch profile.platform {
            case .android:
                canWatchOnAndroid
                    ? android.process(reading, conditions: regionConditions, generator: &generator) : []
            case .ios:
                ios.process(
                    reading,
                    isConnected: system.connectivity.isConnected,
                    conditions: iosConditions,
                    generator: &generator
                )
            }
        plan(deliveries)
    }

    /// Runs due timers of regions, and evaluates changed conditions.
    mutating func wakeRegions() {
        guard system.isOn else { return }
        let deliveries =
            switch profile.platform {
            case .android:
                canWatchOnAndroid
                    ? android.wake(at: now, conditions: regionConditions, generator: &generator) : []
            case .ios:
                ios.wake(
                    at: now,
                    isConnected: system.connectivity.isConnected,
                    conditions: iosConditions,
                    generator: &generator
                )
            }
        plan(deliveries)
    }

    private mutating func plan(_ deliveries: [RegionDelivery]) {
        for delivery in deliveries {
            notes.append(.decided(delivery))
            queue.plan(.deliver(delivery), at: max(delivery.dueAt, now))
        }
        planRegionWake()
    }

    private mutating func planRegionWake() {
        queue.cancel { if case .regionWake = $0 { true } else { false } }
        let wake = profile.platform == .ios ? ios.nextWake : android.nextWake
        // An overdue timer, while monitoring is not allowed, waits for the next fix.
        if let wake, wake > now { queue.plan(.regionWake, at: wake) }
    }
}

extension SimulatedPhone {
    /// Delivers a transition to the app, launching its process if necessary.
    mutating func deliver(_ delivery: RegionDelivery) {
        let known = Set(watchedRegions)
        let ids = delivery.ids.filter(known.contains)
        // The app has removed the regions since, or the system lost them.
        guard !ids.isEmpty else { return }
        if let obstacle = obstacle(to: delivery) {
            notes.append(.dropped(delivery, obstacle))
            return
        }
        if profile.platform == .ios {
            switch ios.outcome(of: delivery, conditions: iosConditions) {
            case .now: break
            case .afterUnlock:
                heldBack.append(delivery)
                return
            case .never:
                // Otherwise another region has taken the name since.
                if !iosConditions.allowsRegionMonitoring { notes.append(.dropped(delivery, .permission)) }
                return
            }
        }
        _ = deliverStarting(.regionTransition(ids, delivery.transition, delivery.fix.map(fix)))
    }

    /// Delivers what iOS held back until the first unlock.
    mutating func deliverHeldBack() {
        for delivery in heldBack { queue.plan(.deliver(delivery), at: now.advanced(bySeconds: 1)) }
        heldBack = []
    }

    private func obstacle(to delivery: RegionDelivery) -> SystemNote.Obstacle? {
        if !system.isOn { return .phoneOff }
        if app.state == .uninstalled { return .notInstalled }
        if !system.isLocationOn { return .locationOff }
        switch profile.platform {
        case .android:
            if app.state == .forceQuit { return .forceQuit }
            return canWatchOnAndroid ? nil : .permission
        case .ios:
            return app.state == .forceQuit && !profile.ios.relaunchesAfterForceQuit ? .forceQuit : nil
        }
    }

    /// Removes the regions that the system loses in an event, and notifies the app as a phone would.
    mutating func loseRegions(_ loss: SystemNote.Loss) {
        let before = watchedRegions
        switch profile.platform {
        case .android: android.wipe(for: loss)
        case .ios: ios.record(loss)
        }
        let kept = Set(watchedRegions)
        let lost = before.filter { !kept.contains($0) }
        planLater(loss, lost)
    }

    private mutating func planLater(_ loss: SystemNote.Loss, _ lost: [RegionID]) {
        guard !lost.isEmpty else { return }
        notes.append(.lost(lost, loss))
        guard loss == .locationOff, profile.platform == .android else { return }
        let error = PhoneError(
            .geofenceNotAvailable,
            "location was switched off and every geofence was removed: add them again when it is on"
        )
        _ = deliverStarting(.regionFailed(nil, error))
    }

    /// The conditions for the addition of fences, on Android.
    var androidConditions: AndroidConditions {
        AndroidConditions(
            isLocationOn: system.isLocationOn,
            isFineGranted: isGranted(.fineLocation) && app.precision == .full,
            isBackgroundGranted: isGranted(.backgroundLocation),
            playServices: system.isRegionMonitoringAvailable ? system.playServices : .missing
        )
    }

    /// Whether registered fences are evaluated: conditions that were met at their addition may have changed.
    var canWatchOnAndroid: Bool { (try? androidConditions.check()) != nil }

    var iosConditions: IOSConditions {
        IOSConditions(
            areLocationServicesOn: system.isLocationOn,
            authorization: iosAuthorization,
            precision: app.precision,
            isRegionMonitoringAvailable: system.isRegionMonitoringAvailable,
            isUnlockedSinceBoot: system.isUnlocked,
            isAppInUse: app.state == .foreground
        )
    }

    private var iosAuthorization: IOSAuthorization {
        switch status(of: .fineLocation) {
        case .granted: isGranted(.backgroundLocation) ? .always : .whenInUse
        case .restricted: .restricted
        case .denied: app.permissions[.fineLocation].wasAsked ? .denied : .notDetermined
        }
    }

    private var regionConditions: RegionConditions {
        RegionConditions(
            isMoving: truth.isMoving,
            restSeconds: restSeconds,
            isAppInFront: app.state == .foreground || app.hasForegroundService,
            isDozing: isDozing && !app.isExempt,
            isConnected: system.connectivity.isConnected
        )
    }
}
