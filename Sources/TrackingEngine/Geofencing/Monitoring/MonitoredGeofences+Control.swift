public import VisitModel

extension MonitoredGeofences {
    /// Starts watching, or changes the mode.
    ///
    /// A change of mode keeps every region and every state: nothing is registered again, so no crossing is lost and no
    /// entry told twice. (The vendor's SDK registers all anew: React Native issue 2557.)
    ///
    /// - Parameters:
    ///   - mode: `off` is the same as `stop(at:)`.
    ///   - fix: where the phone is, if that is known.
    ///   - now: the time.
    /// - Returns: what follows.
    public mutating func start(_ mode: Mode, fix: Fix? = nil, at now: Timestamp) -> GeofencingStep {
        guard mode != .off else { return stop(at: now) }
        var step = GeofencingStep()
        if self.mode == .off {
            isMoving = false
            measuredSlots = nil
            unwatched = [:]
        }
        self.mode = mode
        if let fix { observe(fix, at: now, &step) }
        evaluate(at: now, &step)
        return step
    }

    /// Stops watching; the geofences stay stored, with their states.
    ///
    /// - Parameter now: the time.
    /// - Returns: the regions that go, and all that were watched as no longer watched.
    public mutating func stop(at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        choose([], &step)
        updateHelper(round: nil, &step)
        mode = .off
        isMoving = false
        awaitsFix = false
        return step
    }

    /// Takes a changed configuration.
    ///
    /// - Parameters:
    ///   - rules: what it says; another proximity radius or maximum chooses anew at once.
    ///   - now: the time.
    /// - Returns: what follows.
    public mutating func set(_ rules: GeofencingRules, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let before = self.rules
        self.rules = rules
        let isSame =
            rules.proximityRadiusMeters == before.proximityRadiusMeters && rules.maxMonitored == before.maxMonitored
        if !isSame { evaluate(at: now, &step) }
        return step
    }

    /// Takes a change between moving and stationary, both of which choose anew.
    ///
    /// - Parameters:
    ///   - isMoving: whether the phone moves now.
    ///   - fix: where the phone is, if that is known.
    ///   - now: the time.
    /// - Returns: what follows.
    public mutating func changeMotion(isMoving: Bool, fix: Fix? = nil, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        self.isMoving = isMoving
        if let fix { observe(fix, at: now, &step) }
        evaluate(at: now, &step)
        return step
    }
}
