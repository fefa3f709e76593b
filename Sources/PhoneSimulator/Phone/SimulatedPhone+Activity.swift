internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Starts or stops updates of the motion activity for the app.
    ///
    /// - Parameter interval: the time between two detections, zero for the fastest (iOS chooses it itself); `nil` stops
    ///   updates.
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
        activity.change(
            to: truth.activity,
            after: activity.drawDelay(from: profile.activityDelaySeconds),
            at: now
        )
        planActivityLook()
    }

    /// Runs a detection of the motion service and notifies the app of a change.
    mutating func sampleActivity() {
        defer { planActivityLook() }
        guard system.hasMotionHardware, isGranted(.physicalActivity),
            profile.platform == .ios || system.playServices == .available
        else {
            return activity.postpone(at: now)
        }
        costs.activityPolls += 1
        if let report = activity.look(at: now) { deliver(.activity(report.activity, confidence: report.confidence)) }
    }

    private mutating func planActivityLook() {
        queue.cancel { if case .activityLook = $0 { true } else { false } }
        if let time = activity.nextLook { queue.plan(.activityLook(process: app.process), at: max(time, now)) }
    }
}
