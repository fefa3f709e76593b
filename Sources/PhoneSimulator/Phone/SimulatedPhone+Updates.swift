public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Sets the location updates of the app; `nil` stops them.
    ///
    /// A request that replaces a running one changes it: the distance from the last fix still counts, and the next fix
    /// comes when the new interval since the last attempt is over (`PhoneLocation.startLocationUpdates`).
    public mutating func setLocationUpdates(_ request: LocationRequest?) {
        stayAwakeAfterUpdates()
        if let request, app.updates != nil, !app.isPaused { return changeUpdates(to: request) }
        app.updates = request
        app.lastUpdate = nil
        (app.lastAttemptAt, app.lastDeliveryAt) = (nil, nil)
        app.isPaused = false
        app.updatesSince = now
        cancelUpdate()
        cancelBatch()
        guard request != nil else { return }
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: 1))
        planPause()
    }

    private mutating func changeUpdates(to request: LocationRequest) {
        guard request != app.updates else { return }
        app.updates = request
        app.updatesSince = now
        if !isBatched(request) { deliverBatch() }
        planPause()
        // Before the first attempt, the scheduled one stays.
        guard let last = app.lastAttemptAt else { return }
        cancelUpdate()
        queue.plan(.update(process: app.process), at: max(now, last.advanced(bySeconds: updateSeconds)))
    }

    mutating func cancelUpdate() {
        let process = app.process
        queue.cancel { if case .update(process) = $0 { true } else { false } }
    }

    /// Requests one fix for the app, which comes some seconds later.
    public mutating func requestSingleFix(_ accuracy: DesiredAccuracy) {
        let delay = generator.number(accuracy == .high ? 3...8 : 1...3)
        queue.plan(.singleFix(accuracy, process: app.process), at: now.advanced(bySeconds: delay))
    }

    /// Whether the app may receive updates in its current state.
    ///
    /// In the background iOS requires Always and the background mode, and delivers none to a suspended app. Android 10
    /// and later require background location or a foreground service, and deliver none in Doze, unless the app is
    /// exempt. From Android 9 on, Battery Saver restricts updates to apps in the foreground or with a foreground
    /// service (Google, `PowerManager.LOCATION_MODE_FOREGROUND_ONLY`).
    public var canGetUpdates: Bool {
        guard system.isOn, system.isLocationOn, isGranted(.fineLocation), app.state.isRunning else { return false }
        if app.state == .foreground { return true }
        switch profile.platform {
        case .ios: return mayHaveUpdatesInBackgroundOfIOS && !app.isSuspended
        case .android:
            if app.hasForegroundService { return true }
            if system.battery.isSaving, profile.version >= OSVersion(9) { return false }
            return isGranted(.backgroundLocation) && (!isDozing || app.isExempt)
        }
    }

    /// Whether the app has the background mode and the permission that iOS requires.
    var mayHaveUpdatesInBackgroundOfIOS: Bool { isGranted(.backgroundLocation) && app.hasLocationMode }

    /// Whether Android throttles the app's updates, because it is in the background without a foreground service.
    var isThrottled: Bool {
        profile.platform == .android && profile.version >= OSVersion(8) && app.state == .background
            && !app.hasForegroundService
    }

    var updateSeconds: Double {
        let requested = app.updateSeconds
        return isThrottled ? max(requested, profile.backgroundThrottleSeconds) : requested
    }

    /// Produces an update for the app, if it may receive one and has moved far enough.
    mutating func giveUpdate() {
        guard let request = app.updates else { return }
        app.lastAttemptAt = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds))
        if profile.platform == .android, request.accuracy == .passive { return }
        guard canGetUpdates, let reading = fixForApp(request.accuracy) else { return }
        deliverUpdate(reading)
    }

    /// Delivers a fix to the app, if it requested updates, may receive them and has moved far enough.
    @discardableResult
    mutating func deliverUpdate(_ reading: SystemFix) -> Bool {
        guard let request = app.updates, canGetUpdates, !app.isPaused else { return false }
        var point: EarthPoint?
        if request.distanceFilterMeters > 0 {
            let here = EarthPoint(reading.coordinate)
            let last = app.lastUpdatePoint ?? app.lastUpdate.map { EarthPoint($0.coordinate) }
            if let last, last.distance(to: here) < request.distanceFilterMeters { return false }
            point = here
        }
        app.lastUpdate = reading
        app.lastUpdatePoint = point
        app.lastDeliveryAt = now
        deliver(fix(reading))
        return true
    }

    /// Delivers the single fix that the app requested.
    mutating func giveSingleFix(_ accuracy: DesiredAccuracy) {
        guard canGetUpdates, let reading = fixForApp(accuracy) else { return }
        deliver(.fix(fix(reading), .single))
        share(reading)
    }

    /// Returns a fix as an app receives it.
    func fix(_ reading: SystemFix) -> Fix {
        // The truth at the time of the fix: one that is delivered late has the speed of its own time.
        let truth = reading.time == now ? truth : movement.truth(at: reading.time)
        let isCoarse = app.precision == .reduced
        return Fix(
            time: reading.time,
            coordinate: reading.coordinate,
            horizontalAccuracy: isCoarse ? max(reading.accuracyMeters, 3000) : reading.accuracyMeters,
            speed: truth.isMoving ? truth.speedMetersPerSecond : 0,
            battery: powerState.batteryLevel
        )
    }

    /// Sets the location updates of another app on the phone, for instance one for navigation; `nil` stops them.
    ///
    /// Of the request, the interval and the accuracy are used. The system evaluates the fixes for its monitoring. On
    /// Android it also delivers them to the app if that accepts early fixes (`LocationRequest.fastestInterval`) or
    /// requested only those of other apps (`DesiredAccuracy.passive`). Their costs are the other app's.
    public mutating func setOtherAppUpdates(_ request: LocationRequest?) {
        system.otherUpdates = request
        queue.cancel { if case .otherUpdate = $0 { true } else { false } }
        if request != nil { queue.plan(.otherUpdate, at: now.advanced(bySeconds: 1)) }
    }

    mutating func giveOtherUpdate() {
        guard let request = system.otherUpdates else { return }
        queue.plan(.otherUpdate, at: now.advanced(bySeconds: max(1, request.interval / .seconds(1))))
        guard system.isOn, system.isLocationOn, let reading = reading(request.accuracy) else { return }
        show(reading)
        share(reading)
    }

    /// Delivers a fix that was produced for another app, if it may come now (Android).
    mutating func share(_ reading: SystemFix) {
        guard profile.platform == .android, let request = app.updates, canGetUpdates,
            let earliest = earliestSeconds(request)
        else { return }
        if let last = app.lastDeliveryAt, last.seconds(to: now) < earliest { return }
        guard deliverUpdate(reading), request.accuracy != .passive else { return }
        // The interval starts at the last fix, whichever app it was produced for.
        cancelUpdate()
        app.lastAttemptAt = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds))
    }

    /// Returns the minimum time to a fix of another app, in seconds; `nil` for never.
    private func earliestSeconds(_ request: LocationRequest) -> Double? {
        guard request.accuracy == .passive || request.fastestInterval != nil else { return nil }
        let requested = (request.fastestInterval ?? request.interval) / .seconds(1)
        return isThrottled ? max(requested, profile.backgroundThrottleSeconds) : requested
    }

    /// Holds a fix back to deliver it with others, or delivers it at once (Android, `setMaxUpdateDelayMillis`).
    mutating func deliver(_ fix: Fix) {
        guard let request = app.updates, isBatched(request) else { return deliver(.fix(fix, .updates)) }
        if app.batch.isEmpty {
            queue.plan(.batch(process: app.process), at: now.advanced(by: request.deferral))
        }
        app.batch.append(fix)
    }

    /// Delivers all fixes that were held back, in chronological order.
    mutating func deliverBatch() {
        let batch = app.batch
        cancelBatch()
        for fix in batch { deliver(.fix(fix, .updates)) }
    }

    mutating func cancelBatch() {
        guard !app.batch.isEmpty else { return }
        let process = app.process
        queue.cancel { if case .batch(process) = $0 { true } else { false } }
        app.batch = []
    }

    /// Returns whether fixes are held back: from twice the interval on (Google, `setMaxUpdateDelayMillis`).
    func isBatched(_ request: LocationRequest) -> Bool {
        profile.platform == .android && request.deferral > .zero
            && request.deferral / .seconds(1) >= 2 * max(1, request.interval / .seconds(1))
    }
}
