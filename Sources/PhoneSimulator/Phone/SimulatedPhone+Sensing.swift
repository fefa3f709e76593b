internal import Foundation
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
    mutating func show(_ reading: SystemFix) {
        showRegions(reading)
        if profile.platform == .ios { showCoarseServices(reading) }
    }

    /// Evaluates the services that work without satellites with a fix.
    private mutating func showCoarseServices(_ reading: SystemFix) {
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
    public mutating func setSignificantChanges(_ isWanted: Bool) {
        guard profile.platform == .ios, app.wantsSignificantChanges != isWanted else { return }
        app.wantsSignificantChanges = isWanted
        if isWanted { significantChanges.start() } else { significantChanges.stop() }
    }

    /// Starts or stops the visit service for the app (iOS).
    public mutating func setVisits(_ isWanted: Bool) {
        guard profile.platform == .ios else { return }
        app.wantsVisits = isWanted
        if !isWanted { visitDetector = VisitDetector(profile: profile.visits) }
    }

    /// Starts or stops updates of the motion activity for the app.
    ///
    /// `nil` stops them. An interval of zero is the fastest; iOS chooses the interval itself.
    public mutating func setActivityUpdates(every interval: Duration?) {
        guard app.state.isRunning || interval == nil else { return }
        guard let interval else {
            activity.stop()
            return planActivityLook()
        }
        let delay = activity.intervalSeconds == nil ? activity.drawDelay(from: profile.activityDelaySeconds) : 0
        activity.start(every: interval / .seconds(1), seeing: truth.activity, after: delay, at: now)
        planActivityLook()
    }

    /// Sets whether the phone has the hardware for activity recognition.
    public mutating func setMotionHardware(isPresent: Bool) { system.hasMotionHardware = isPresent }

    /// Applies a change of the true activity, which the motion service detects after a delay.
    mutating func changeActivity() {
        guard activity.intervalSeconds != nil else { return }
        activity.change(to: truth.activity, after: activity.drawDelay(from: profile.activityDelaySeconds), at: now)
        planActivityLook()
    }

    /// Runs a detection of the motion service and notifies the app of a change.
    mutating func sampleActivity() {
        defer { planActivityLook() }
        guard system.hasMotionHardware, isGranted(.physicalActivity),
            profile.platform == .ios || system.playServices == .available
        else { return activity.postpone(at: now) }
        costs.activityPolls += 1
        if let report = activity.look(at: now) { deliver(.activity(report.activity, confidence: report.confidence)) }
    }

    private mutating func planActivityLook() {
        queue.cancel { if case .activityLook = $0 { true } else { false } }
        if let time = activity.nextLook { queue.plan(.activityLook(process: app.process), at: max(time, now)) }
    }

    mutating func planMovementChange() {
        if let next = movement.nextChange(after: now) { queue.plan(.movementChange, at: next) }
    }

    /// Applies a start, end or change of a movement: the motion service detects it after a delay, and the system
    /// determines its position.
    mutating func changeMovement() {
        let truth = truth
        let wasMoving = system.restSince == nil
        system.restSince = truth.isMoving ? nil : system.restSince ?? now
        planMovementChange()
        if wasMoving != truth.isMoving { look() }
        changeActivity()
        planPause()
        wakeAlarms()
    }

    var restSeconds: Double { system.restSince.map { $0.seconds(to: now) } ?? 0 }

    /// Whether the phone is in Doze: at rest, unplugged and dark for long enough, or forced into it.
    var isDozing: Bool {
        guard profile.platform == .android, !system.battery.isCharging, !system.isScreenOn, app.state != .foreground
        else { return false }
        return system.isDozeForced || restSeconds >= profile.dozeAfterSeconds
    }

    /// Returns the source of the phone's position: satellites while moving, Wi-Fi at rest, cells for low accuracy;
    /// limited by the reception.
    func quality(for accuracy: DesiredAccuracy = .high) -> PositionQuality? {
        let wanted: PositionQuality =
            switch accuracy {
            case .low: .cells
            case .medium: .wifi
            case .high, .passive: truth.isMoving ? .satellites : .wifi
            }
        return wanted.limited(to: system.reception)
    }

    /// Determines the phone's position; `nil` without reception.
    mutating func reading(_ accuracy: DesiredAccuracy = .high) -> SystemFix? {
        guard let quality = quality(for: accuracy) else { return nil }
        return look(by: quality)
    }

    mutating func look(by quality: PositionQuality) -> SystemFix {
        sensor.look(at: truth, by: quality, time: now, using: &generator)
    }

    /// Advances the phone's clock, and counts the time of everything that was running.
    ///
    /// States change only at moments to which the clock is advanced, so each span has one state throughout.
    mutating func move(to time: Timestamp) {
        guard time > now else { return }
        let span = time.milliseconds - now.milliseconds
        if app.state == .background, !app.isSuspended, system.isOn {
            costs.backgroundMilliseconds += span
            if app.preventsSuspension, !hasBackgroundUpdates { costs.preventedSuspensionMilliseconds += span }
        }
        if app.state == .background, app.hasForegroundService { costs.serviceMilliseconds += span }
        now = time
        truth = movement.truth(at: time, leg: &leg)
    }

    /// Counts a delivery to the app, if it is in the background.
    mutating func countWakeup() {
        if !signals.isEmpty, app.state == .background { costs.wakeups += 1 }
    }

    /// Determines the phone's position for the app; `nil` without reception.
    mutating func fixForApp(_ accuracy: DesiredAccuracy) -> SystemFix? {
        costs.countFix(accuracy)
        if accuracy == .high {
            let since = satellitesSince.map { now.milliseconds - $0.milliseconds } ?? .max
            costs.satelliteOnMilliseconds += min(PhoneCosts.satelliteMilliseconds, since)
            satellitesSince = now
        }
        let quality = self.quality(for: accuracy)
        costs.countFound(quality)
        return quality.map { look(by: $0) }
    }

    /// Counts a fix of the system's own, if it monitors anything for the app.
    mutating func countSystemLook() {
        if isWatchingRegions {
            costs.systemFixes += 1
            costs.countFound(quality())
        } else if app.wantsSignificantChanges || app.wantsVisits {
            costs.systemFixes += 1
            costs.cellPositions += 1
        }
    }
}

extension PhoneCosts {
    fileprivate mutating func countFound(_ quality: PositionQuality?) {
        switch quality {
        case .wifi: wifiScans += 1
        case .cells: cellPositions += 1
        case .satellites, nil: break
        }
    }
}

extension SimulatedPhone {
    /// Sets the reception, the best available source of positions from now on; `nil` for none.
    ///
    /// Satellites are better than Wi-Fi, Wi-Fi is better than cells: a cellar has no satellites, a forest no Wi-Fi.
    public mutating func setReception(_ best: PositionQuality?) {
        guard system.reception != best else { return }
        system.reception = best
        notes.append(.changed("positions", best.map { "by \($0.rawValue) at best" } ?? "none"))
    }

    /// Schedules one wrong fix, as one of a Wi-Fi router that was moved to another town.
    ///
    /// It is evaluated like any other fix, and delivered to the app if that receives updates. It is produced a
    /// millisecond from now, by the next `next(by:)`: iOS ignores the second of two fixes of one moment. It has no
    /// effect while the phone or its location services are off.
    ///
    /// The error is 0 or more; less or NaN becomes 0. Its direction is from north over east. The reported accuracy is a
    /// 68 % radius; negative is unknown.
    public mutating func showPosition(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double) {
        let wrong = WrongPosition(
            offMeters: offMeters.isFinite ? max(0, offMeters) : 0,
            bearingDegrees: bearingDegrees.isFinite ? bearingDegrees : 0,
            accuracyMeters: accuracyMeters.isFinite ? accuracyMeters : -1
        )
        queue.plan(.wrongPosition(wrong), at: now.advanced(bySeconds: 0.001))
    }

    mutating func apply(_ wrong: WrongPosition) {
        guard system.isOn, system.isLocationOn else { return }
        let angle = wrong.bearingDegrees * .pi / 180
        let coordinate = truth.coordinate.moved(
            eastMeters: wrong.offMeters * sin(angle),
            northMeters: wrong.offMeters * cos(angle)
        )
        let reading = SystemFix(time: now, coordinate: coordinate, accuracyMeters: wrong.accuracyMeters)
        notes.append(.changed("position", wrong.summary))
        show(reading)
        deliverUpdate(reading)
    }
}

/// A wrong fix with a wrong accuracy.
struct WrongPosition: Hashable, Sendable {
    let offMeters: Double
    /// From north over east.
    let bearingDegrees: Double
    /// The reported accuracy, a 68 % radius.
    let accuracyMeters: Double
}

extension WrongPosition {
    fileprivate var summary: String {
        """
        \(Int(min(offMeters, 1e9).rounded())) m off, reported accuracy \
        \(Int(max(-1, min(accuracyMeters, 1e9)).rounded())) m
        """
    }
}
