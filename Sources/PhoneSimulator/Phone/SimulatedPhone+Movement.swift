internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Schedules the next start or end of a movement.
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

    /// The time that the phone has been at rest, in seconds.
    var restSeconds: Double { system.restSince.map { $0.seconds(to: now) } ?? 0 }

    /// Whether the phone is in Doze: at rest, unplugged and dark for long enough, or forced into it.
    var isDozing: Bool {
        guard profile.platform == .android, !system.isCharging, !system.isScreenOn, app.state != .foreground else {
            return false
        }
        return system.isMadeToDoze || restSeconds >= profile.dozeAfterSeconds
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

    /// Determines the phone's position.
    ///
    /// - Returns: the fix; `nil` without reception.
    mutating func reading(_ accuracy: DesiredAccuracy = .high) -> SystemReading? {
        guard let quality = quality(for: accuracy) else { return nil }
        return look(by: quality)
    }

    /// Determines the phone's position from a given source.
    mutating func look(by quality: PositionQuality) -> SystemReading {
        sensor.look(at: truth, by: quality, time: now, using: &generator)
    }
}
