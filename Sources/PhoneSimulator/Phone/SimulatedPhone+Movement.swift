internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Plans the next beginning or end of a movement.
    mutating func planMovementChange() {
        if let next = movement.nextChange(after: now) { queue.plan(.movementChange, at: next) }
    }

    /// The phone begins, ends or changes a movement: the motion service tells of it a moment later, and the system looks
    /// where it is.
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

    /// For how many seconds the phone has been at rest.
    var restSeconds: Double { system.restSince.map { $0.seconds(to: now) } ?? 0 }

    /// Whether the phone dozes: still, unplugged and dark for long enough, or made to.
    var isDozing: Bool {
        guard profile.platform == .android, !system.isCharging, !system.isScreenOn, app.state != .foreground else {
            return false
        }
        return system.isMadeToDoze || restSeconds >= profile.dozeAfterSeconds
    }

    /// By what the phone finds its position: satellites on the move, Wi-Fi at rest, cells where an app wants no more; nothing
    /// better than the reception allows.
    func quality(for accuracy: DesiredAccuracy = .high) -> PositionQuality? {
        let wanted: PositionQuality =
            switch accuracy {
            case .low: .cells
            case .medium: .wifi
            case .high, .passive: truth.isMoving ? .satellites : .wifi
            }
        return wanted.limited(to: system.reception)
    }

    /// Looks where the phone is.
    ///
    /// - Returns: what the system believes; `nil` where there is no reception.
    mutating func reading(_ accuracy: DesiredAccuracy = .high) -> SystemReading? {
        guard let quality = quality(for: accuracy) else { return nil }
        return look(by: quality)
    }

    /// Looks by what positions are found.
    mutating func look(by quality: PositionQuality) -> SystemReading {
        sensor.look(at: truth, by: quality, time: now, using: &generator)
    }
}
