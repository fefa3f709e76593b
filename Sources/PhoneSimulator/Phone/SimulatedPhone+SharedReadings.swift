public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Another app on the phone asks for readings, for instance one that shows the way.
    ///
    /// The system takes them into account for what it watches, and on Android hands them to the app where that may have them
    /// early (`LocationRequest.fastestInterval`) or asked for others' alone (`DesiredAccuracy.passive`). What they cost is
    /// the other app's.
    ///
    /// - Parameter request: of which the interval and the accuracy count; `nil` for no more.
    public mutating func setOtherAppUpdates(_ request: LocationRequest?) {
        system.otherUpdates = request
        queue.cancel { if case .otherUpdate = $0 { true } else { false } }
        if request != nil { queue.plan(.otherUpdate, at: now.advanced(bySeconds: 1)) }
    }

    /// The other app gets a reading.
    mutating func giveOtherUpdate() {
        guard let request = system.otherUpdates else { return }
        queue.plan(.otherUpdate, at: now.advanced(bySeconds: max(1, request.interval / .seconds(1))))
        guard system.isOn, system.isLocationOn, let reading = reading(request.accuracy) else { return }
        show(reading)
        share(reading)
    }

    /// Hands the app a reading that was made for somebody else, if it may come now (Android).
    mutating func share(_ reading: SystemReading) {
        guard profile.platform == .android, let request = app.updates, canGetUpdates,
            let earliest = earliestSeconds(request)
        else { return }
        if let last = app.lastGiven, last.seconds(to: now) < earliest { return }
        guard handUpdate(reading), request.accuracy != .passive else { return }
        // The interval runs from the last reading, whoever it was made for.
        cancelUpdate()
        app.lastLook = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds))
    }

    /// How soon after the last one a reading for somebody else may come, in seconds; `nil` for never.
    private func earliestSeconds(_ request: LocationRequest) -> Double? {
        guard request.accuracy == .passive || request.fastestInterval != nil else { return nil }
        let asked = (request.fastestInterval ?? request.interval) / .seconds(1)
        return isThrottled ? max(asked, profile.backgroundThrottleSeconds) : asked
    }

    /// Keeps a reading back until others come with it, or tells it at once (Android, `setMaxUpdateDelayMillis`).
    mutating func deliver(_ fix: Fix) {
        guard let request = app.updates, isBatched(request) else { return tell(.fix(fix, .updates)) }
        if app.batch.isEmpty {
            queue.plan(.batch(process: app.process), at: now.advanced(by: request.deferral))
        }
        app.batch.append(fix)
    }

    /// Tells all readings that were kept back, in the order in which they were made.
    mutating func deliverBatch() {
        let batch = app.batch
        cancelBatch()
        for fix in batch { tell(.fix(fix, .updates)) }
    }

    /// Forgets the readings that were kept back.
    mutating func cancelBatch() {
        guard !app.batch.isEmpty else { return }
        let process = app.process
        queue.cancel { if case .batch(process) = $0 { true } else { false } }
        app.batch = []
    }

    /// Whether readings are kept back: from twice the interval on (Google, `setMaxUpdateDelayMillis`).
    func isBatched(_ request: LocationRequest) -> Bool {
        profile.platform == .android && request.deferral > .zero
            && request.deferral / .seconds(1) >= 2 * max(1, request.interval / .seconds(1))
    }
}
