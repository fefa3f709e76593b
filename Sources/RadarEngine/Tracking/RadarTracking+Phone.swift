internal import TrackingModel
public import VisitModel

/// Why a process of the app begins anew.
public enum RadarRestart: String, Hashable, Sendable, CaseIterable, Codable {
    /// The phone was started: Android has lost its geofences and its requests for updates.
    case boot
    /// The app was replaced by another version, with the same loss on Android.
    case appReplaced = "app_replaced"
    /// The system or the member ended the app and it was started again; the system's services went on.
    case relaunch
}

extension RadarTracking {
    /// Takes the beginning of a process, with the state that the last one stored.
    ///
    /// Uploads that were under way count as failed. Android, after a start of the phone or another version of the app,
    /// takes the device as moving and makes the bubble anew round the last location; the server's fences come back with
    /// the next upload.
    ///
    /// - Parameters:
    ///   - restart: why.
    ///   - location: the phone's last location, where it has one.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func restarted(
        _ restart: RadarRestart,
        location: RadarLocation? = nil,
        at now: Timestamp
    ) -> [RadarEffect] {
        replay.abandon()
        localFences.failed()
        let before = running
        running = RadarRunning()
        let hasLost = platform == .android && restart != .relaunch
        if hasLost {
            bubble.forget()
            syncedFences.forget()
            motion.resumeMoving()
        }
        let effects = updateTracking(location: hasLost ? location : nil, at: now)
        return stored(effects + (hasLost ? [] : leftovers(of: before)))
    }

    /// What the system still does for the process before and nobody wants any more.
    private func leftovers(of before: RadarRunning) -> [RadarEffect] {
        var effects: [RadarEffect] = []
        if platform == .android, before.updates != nil, running.updates == nil {
            effects.append(.stopUpdates)
        }
        if before.monitorsVisits, !running.monitorsVisits {
            effects.append(.monitorVisits(false))
        }
        if before.monitorsSignificantChanges, !running.monitorsSignificantChanges {
            effects.append(.monitorSignificantChanges(false))
        }
        return effects
    }

    /// Takes what the phone lets Radar see from now on.
    ///
    /// Where readings can't come any more, the app is told and the phone is asked for nothing; when they can again,
    /// everything is asked for anew, with the bubble round the last location. Switching location off loses Android's
    /// geofences (Google, "Create and monitor geofences").
    ///
    /// - Parameters:
    ///   - availability: what it lets Radar see.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func availabilityChanged(_ availability: RadarAvailability, at now: Timestamp) -> [RadarEffect] {
        let wasUsable = self.availability.isUsable
        let wasOn = self.availability.isLocationOn
        self.availability = availability
        if platform == .android, wasOn, !availability.isLocationOn {
            bubble.forget()
            syncedFences.forget()
        }
        var effects: [RadarEffect] = []
        if isTracking, wasUsable, let problem = availability.problem {
            effects.append(.tell(.error(problem)))
        }
        let isBack = availability.isUsable && !wasUsable
        return stored(effects + updateTracking(location: isBack ? lastLocation : nil, at: now))
    }

    /// Takes that the app came to the screen or left it.
    ///
    /// - Parameters:
    ///   - isForeground: whether it is on the screen.
    ///   - now: the phone's time.
    /// - Returns: what to do.
    public mutating func appStateChanged(isForeground: Bool, at now: Timestamp) -> [RadarEffect] {
        let comes = isForeground && !self.isForeground
        self.isForeground = isForeground
        return stored(comes ? updateTracking(location: nil, at: now) : [])
    }
}
