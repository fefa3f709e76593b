internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The system looks where it is, for itself: what it watches is decided from this.
    mutating func look() {
        queue.cancel { if case .look = $0 { true } else { false } }
        let interval = truth.isMoving ? profile.sensing.movingIntervalSeconds : profile.sensing.restIntervalSeconds
        queue.plan(.look, at: now.advanced(bySeconds: interval))
        guard system.isOn, system.isLocationOn, let reading = reading() else { return }
        countSystemLook()
        show(reading)
        // What nothing is watched for is no reading that a real phone would make.
        if isWatchingRegions { share(reading) }
    }

    /// Shows a reading to all that the system watches for the app.
    mutating func show(_ reading: SystemReading) {
        showRegions(reading)
        if profile.platform == .ios { showCoarseServices(reading) }
    }

    /// Shows a reading to the services that work without satellites.
    private mutating func showCoarseServices(_ reading: SystemReading) {
        guard system.isUnlocked, iosConditions.allowsCoarseServices else { return }
        if app.wantsSignificantChanges, significantChanges.take(reading) {
            _ = tellStarting(.fix(fix(reading), .significantChange))
        }
        if app.wantsVisits {
            tell(visitDetector.take(reading))
            planVisitWake()
        }
    }

    /// The detector of visits may have come to a conclusion without a reading.
    mutating func wakeVisits() {
        guard app.wantsVisits, system.isUnlocked, iosConditions.allowsCoarseServices else { return }
        tell(visitDetector.wake(at: now))
        planVisitWake()
    }

    private mutating func planVisitWake() {
        queue.cancel { if case .visitWake = $0 { true } else { false } }
        if let wake = visitDetector.nextWake { queue.plan(.visitWake, at: max(wake, now)) }
    }

    private mutating func tell(_ visits: [IOSVisit]) {
        for visit in visits {
            let signal = PhoneSignal.visit(
                visit.coordinate,
                accuracyMeters: visit.accuracyMeters,
                arrival: visit.arrival,
                departure: visit.departure
            )
            _ = tellStarting(signal)
        }
    }

    /// The app asks for significant changes, or no longer (iOS).
    ///
    /// - Parameter isWanted: whether it asks.
    public mutating func setSignificantChanges(_ isWanted: Bool) {
        guard profile.platform == .ios, app.wantsSignificantChanges != isWanted else { return }
        app.wantsSignificantChanges = isWanted
        if isWanted { _ = significantChanges.start() } else { significantChanges.stop() }
    }

    /// The app asks for arrivals and departures, or no longer (iOS).
    ///
    /// - Parameter isWanted: whether it asks.
    public mutating func setVisits(_ isWanted: Bool) {
        guard profile.platform == .ios else { return }
        app.wantsVisits = isWanted
        if !isWanted { visitDetector = VisitDetector(profile: profile.visits) }
    }
}
