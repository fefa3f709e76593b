public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The app asks for readings from now on.
    ///
    /// A request that takes the place of a running one changes it: the way since the last reading counts on, and the next
    /// reading comes when the new interval is over since the last look (`PhoneLocation.startLocationUpdates`).
    ///
    /// - Parameter request: what readings; `nil` asks for no more.
    public mutating func setLocationUpdates(_ request: LocationRequest?) {
        stayAwakeAfterUpdates()
        if let request, app.updates != nil, !app.isPaused { return changeUpdates(to: request) }
        app.updates = request
        app.lastUpdate = nil
        (app.lastLook, app.lastGiven) = (nil, nil)
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
        // Before the first look, that comes as it was planned.
        guard let last = app.lastLook else { return }
        cancelUpdate()
        queue.plan(.update(process: app.process), at: max(now, last.advanced(bySeconds: updateSeconds)))
    }

    /// Plans no reading for the app any more.
    mutating func cancelUpdate() {
        let process = app.process
        queue.cancel { if case .update(process) = $0 { true } else { false } }
    }

    /// The app asks for one reading, which comes some seconds later.
    ///
    /// - Parameter accuracy: how exact.
    public mutating func requestSingleFix(_ accuracy: DesiredAccuracy) {
        let delay = accuracy == .high ? 3 + 5 * generator.unit() : 1 + 2 * generator.unit()
        queue.plan(.singleFix(accuracy, process: app.process), at: now.advanced(bySeconds: delay))
    }

    /// Whether the app gets readings where it stands, with what it may do.
    ///
    /// In the background iOS wants Always and the background mode, and gives none to an app that is suspended; Android 10
    /// and later want background location or a foreground service, and give none while the phone dozes, unless the app is
    /// exempt. Battery Saver leaves readings to what is in front or has a foreground service, from Android 9 on
    /// (Google, `PowerManager.LOCATION_MODE_FOREGROUND_ONLY`).
    public var canGetUpdates: Bool {
        guard system.isOn, system.isLocationOn, isGranted(.fineLocation), app.state.isRunning else { return false }
        if app.state == .foreground { return true }
        switch profile.platform {
        case .ios:
            return mayHaveUpdatesInBackgroundOfIOS && !app.isSuspended
        case .android:
            if app.hasForegroundService { return true }
            if system.isPowerSaving, profile.version >= OSVersion(9) { return false }
            return isGranted(.backgroundLocation) && (!isDozing || app.isExempt)
        }
    }

    /// Whether the background mode and the permission that iOS wants are there.
    var mayHaveUpdatesInBackgroundOfIOS: Bool {
        isGranted(.backgroundLocation) && app.hasLocationMode
    }

    /// Whether Android gives the app few readings, because it is in the background without a foreground service.
    var isThrottled: Bool {
        profile.platform == .android && profile.version >= OSVersion(8) && app.state == .background
            && !app.hasForegroundService
    }

    /// How long between two readings at the moment, in seconds.
    var updateSeconds: Double {
        let asked = app.updateSeconds
        return isThrottled ? max(asked, profile.backgroundThrottleSeconds) : asked
    }

    /// Gives the app a reading, if it may have one and has moved far enough for it.
    mutating func giveUpdate() {
        guard let request = app.updates else { return }
        app.lastLook = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds))
        if profile.platform == .android, request.accuracy == .passive { return }
        guard canGetUpdates, let reading = readingForApp(request.accuracy) else { return }
        handUpdate(reading)
    }

    /// Hands the app a reading, if it asked for any, may have them and has moved far enough.
    ///
    /// - Returns: whether it was handed over, or is kept back to be handed over with others.
    @discardableResult
    mutating func handUpdate(_ reading: SystemReading) -> Bool {
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
        app.lastGiven = now
        deliver(fix(reading))
        return true
    }

    /// Gives the app the one reading that it asked for.
    mutating func giveSingleFix(_ accuracy: DesiredAccuracy) {
        guard canGetUpdates, let reading = readingForApp(accuracy) else { return }
        tell(.fix(fix(reading), .single))
        share(reading)
    }

    /// A reading as an app sees it.
    func fix(_ reading: SystemReading) -> Fix {
        // As it was when the reading was taken: what is told late has the speed of its own moment.
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
}
