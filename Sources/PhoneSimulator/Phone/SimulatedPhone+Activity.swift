internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// The app asks to be told what the member is doing, or no longer.
    ///
    /// - Parameter interval: how often the motion service looks, zero for as often as it does (iOS looks as often as it finds
    ///   right); `nil` asks no longer.
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

    /// Gives the phone the hardware for activity recognition, or takes it away.
    public mutating func setMotionHardware(isPresent: Bool) { system.hasMotionHardware = isPresent }

    /// The member begins to do something else: the motion service believes it a moment later.
    mutating func changeActivity() {
        guard activity.intervalSeconds != nil else { return }
        activity.change(
            to: truth.activity,
            after: activity.drawDelay(from: profile.activityDelaySeconds),
            at: now
        )
        planActivityLook()
    }

    /// Lets the motion service look, and tells the app what is news.
    mutating func lookAtActivity() {
        defer { planActivityLook() }
        guard system.hasMotionHardware, isGranted(.physicalActivity),
            profile.platform == .ios || system.playServices == .available
        else {
            return activity.pass(at: now)
        }
        costs.activityPolls += 1
        if let report = activity.look(at: now) { tell(.activity(report.activity, confidence: report.confidence)) }
    }

    private mutating func planActivityLook() {
        queue.cancel { if case .activityLook = $0 { true } else { false } }
        if let time = activity.nextLook { queue.plan(.activityLook(process: app.process), at: max(time, now)) }
    }
}
