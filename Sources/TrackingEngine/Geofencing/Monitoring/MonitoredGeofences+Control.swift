public import VisitModel

extension MonitoredGeofences {
    /// Starts monitoring, or changes the mode; `off` is the same as `stop(at:)`.
    ///
    /// A change of mode keeps every region and every state: nothing is registered again, so no crossing is lost and no
    /// entry emitted twice. (The vendor's SDK registers all regions again: React Native issue 2557.)
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

    /// Stops monitoring; the geofences stay stored with their states.
    ///
    /// The step removes every region and reports all monitored geofences as no longer monitored.
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

    /// Applies a changed configuration; another proximity radius or maximum chooses the monitored geofences again at
    /// once.
    public mutating func set(_ rules: GeofencingRules, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let before = self.rules
        self.rules = rules
        let isSame =
            rules.proximityRadiusMeters == before.proximityRadiusMeters && rules.maxMonitored == before.maxMonitored
        if !isSame { evaluate(at: now, &step) }
        return step
    }

    /// Processes a change between moving and stationary, both of which choose the monitored geofences again.
    public mutating func changeMotion(isMoving: Bool, fix: Fix? = nil, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        self.isMoving = isMoving
        if let fix { observe(fix, at: now, &step) }
        evaluate(at: now, &step)
        return step
    }
}
