public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The app asks for readings from now on.
    ///
    /// - Parameter request: what readings; `nil` asks for no more.
    public mutating func setLocationUpdates(_ request: LocationRequest?) {
        stayAwakeAfterUpdates()
        app.updates = request
        app.lastUpdate = nil
        let process = app.process
        queue.cancel { $0 == .update(process: process) }
        if request != nil { queue.plan(.update(process: process), at: now.advanced(bySeconds: 1)) }
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
    /// In the background iOS wants Always and the background mode, and gives none to an app that is suspended; Android 10 and later want background location or a
    /// foreground service, and give none while the phone dozes, unless the app is exempt.
    public var canGetUpdates: Bool {
        guard system.isOn, system.isLocationOn, isGranted(.fineLocation), app.state.isRunning else { return false }
        if app.state == .foreground { return true }
        switch profile.platform {
        case .ios:
            return mayHaveUpdatesInBackgroundOfIOS && !app.isSuspended
        case .android:
            if app.hasForegroundService { return true }
            return isGranted(.backgroundLocation) && (!isDozing || app.isExempt)
        }
    }

    /// Whether the background mode and the permission that iOS wants are there.
    var mayHaveUpdatesInBackgroundOfIOS: Bool {
        isGranted(.backgroundLocation) && app.manifest.backgroundModes.contains(AppManifest.locationMode)
    }

    /// How long between two readings at the moment, in seconds.
    func updateSeconds(_ request: LocationRequest) -> Double {
        let asked = max(1, request.interval / .seconds(1))
        let isThrottled =
            profile.platform == .android && profile.version >= OSVersion(8) && app.state == .background
            && !app.hasForegroundService
        return isThrottled ? max(asked, profile.backgroundThrottleSeconds) : asked
    }

    /// Gives the app a reading, if it may have one and has moved far enough for it.
    mutating func giveUpdate() {
        guard let request = app.updates else { return }
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds(request)))
        guard canGetUpdates, let reading = reading(request.accuracy) else { return }
        handUpdate(reading)
    }

    /// Hands the app a reading, if it asked for any, may have them and has moved far enough.
    mutating func handUpdate(_ reading: SystemReading) {
        guard let request = app.updates, canGetUpdates else { return }
        if let last = app.lastUpdate, request.distanceFilterMeters > 0,
            last.coordinate.distance(to: reading.coordinate) < request.distanceFilterMeters
        {
            return
        }
        app.lastUpdate = reading
        tell(.fix(fix(reading), .updates))
    }

    /// Gives the app the one reading that it asked for.
    mutating func giveSingleFix(_ accuracy: DesiredAccuracy) {
        guard canGetUpdates, let reading = reading(accuracy) else { return }
        tell(.fix(fix(reading), .single))
    }

    /// A reading as an app sees it.
    func fix(_ reading: SystemReading) -> Fix {
        // As it was when the reading was taken: what is told late has the speed of its own moment.
        let truth = movement.truth(at: reading.time)
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
