public import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Sets the location updates of another app on the phone, for instance one for navigation.
    ///
    /// The system evaluates their fixes for its monitoring. On Android it also delivers them to the app if that accepts
    /// early fixes (`LocationRequest.fastestInterval`) or requested only those of other apps
    /// (`DesiredAccuracy.passive`). Their costs are the other app's.
    ///
    /// - Parameter request: the request, of which the interval and the accuracy are used; `nil` stops updates.
    public mutating func setOtherAppUpdates(_ request: LocationRequest?) {
        system.otherUpdates = request
        queue.cancel { if case .otherUpdate = $0 { true } else { false } }
        if request != nil { queue.plan(.otherUpdate, at: now.advanced(bySeconds: 1)) }
    }

    /// Produces a fix for the other app.
    mutating func giveOtherUpdate() {
        guard let request = system.otherUpdates else { return }
        queue.plan(.otherUpdate, at: now.advanced(bySeconds: max(1, request.interval / .seconds(1))))
        guard system.isOn, system.isLocationOn, let reading = reading(request.accuracy) else { return }
        show(reading)
        share(reading)
    }

    /// Delivers a fix that was produced for another app, if it may come now (Android).
    mutating func share(_ reading: SystemReading) {
        guard profile.platform == .android, let request = app.updates, canGetUpdates,
            let earliest = earliestSeconds(request)
        else { return }
        if let last = app.lastGiven, last.seconds(to: now) < earliest { return }
        guard handUpdate(reading), request.accuracy != .passive else { return }
        // The interval starts at the last fix, whichever app it was produced for.
        cancelUpdate()
        app.lastLook = now
        queue.plan(.update(process: app.process), at: now.advanced(bySeconds: updateSeconds))
    }

    /// Returns the minimum time to a fix of another app, in seconds; `nil` for never.
    private func earliestSeconds(_ request: LocationRequest) -> Double? {
        guard request.accuracy == .passive || request.fastestInterval != nil else { return nil }
        let asked = (request.fastestInterval ?? request.interval) / .seconds(1)
        return isThrottled ? max(asked, profile.backgroundThrottleSeconds) : asked
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

    /// Discards the fixes that were held back.
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
