internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Determines the phone's position for the system itself and evaluates everything that it monitors.
    mutating func look() {
        queue.cancel { if case .look = $0 { true } else { false } }
        let interval = truth.isMoving ? profile.sensing.movingIntervalSeconds : profile.sensing.restIntervalSeconds
        queue.plan(.look, at: now.advanced(bySeconds: interval))
        guard system.isOn, system.isLocationOn, let reading = reading() else { return }
        countSystemLook()
        show(reading)
        // A real phone would produce no fix without regions to monitor.
        if isWatchingRegions { share(reading) }
    }

    /// Evaluates everything that the system monitors for the app with a fix.
    mutating func show(_ reading: SystemReading) {
        showRegions(reading)
        if profile.platform == .ios { showCoarseServices(reading) }
    }

    /// Evaluates the services that work without satellites with a fix.
    private mutating func showCoarseServices(_ reading: SystemReading) {
        guard system.isUnlocked, iosConditions.allowsCoarseServices else { return }
        if app.wantsSignificantChanges, significantChanges.process(reading) {
            _ = deliverStarting(.fix(fix(reading), .significantChange))
        }
        if app.wantsVisits {
            deliver(visitDetector.process(reading))
            planVisitWake()
        }
    }

    /// Runs the due timer of the visit detector.
    mutating func wakeVisits() {
        guard app.wantsVisits, system.isUnlocked, iosConditions.allowsCoarseServices else { return }
        deliver(visitDetector.wake(at: now))
        planVisitWake()
    }

    private mutating func planVisitWake() {
        queue.cancel { if case .visitWake = $0 { true } else { false } }
        if let wake = visitDetector.nextWake { queue.plan(.visitWake, at: max(wake, now)) }
    }

    private mutating func deliver(_ visits: [IOSVisit]) {
        for visit in visits {
            let signal = PhoneSignal.visit(
                visit.coordinate,
                accuracyMeters: visit.accuracyMeters,
                arrival: visit.arrival,
                departure: visit.departure
            )
            _ = deliverStarting(signal)
        }
    }

    /// Starts or stops the significant-change service for the app (iOS).
    ///
    /// - Parameter isWanted: true to start it.
    public mutating func setSignificantChanges(_ isWanted: Bool) {
        guard profile.platform == .ios, app.wantsSignificantChanges != isWanted else { return }
        app.wantsSignificantChanges = isWanted
        if isWanted { _ = significantChanges.start() } else { significantChanges.stop() }
    }

    /// Starts or stops the visit service for the app (iOS).
    ///
    /// - Parameter isWanted: true to start it.
    public mutating func setVisits(_ isWanted: Bool) {
        guard profile.platform == .ios else { return }
        app.wantsVisits = isWanted
        if !isWanted { visitDetector = VisitDetector(profile: profile.visits) }
    }
}
