internal import TrackingModel
public import VisitModel

/// The reason why a process of the app starts.
public enum RadarRestart: String, Hashable, Sendable, CaseIterable, Codable {
    /// The phone booted: Android has lost its geofences and its requests for updates.
    case boot
    /// The app was updated, with the same loss on Android.
    case appReplaced = "app_replaced"
    /// The system or the member ended the app and it was started again; the system's services continued.
    case relaunch
}

extension RadarTracking {
    /// Processes the start of a process, with the state that the last one stored.
    ///
    /// Uploads in flight count as failed. On Android, after a boot of the phone or an update of the app, the device
    /// counts as moving and the bubble is recreated round the phone's last location; the server's fences are restored
    /// with the next upload.
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

    /// Cancels what the system still does for the previous process and is no longer needed.
    private func leftovers(of before: RadarRunning) -> [RadarEffect] {
        var effects: [RadarEffect] = []
        if platform == .android, before.updates != nil, running.updates == nil { effects.append(.stopUpdates) }
        if before.monitorsVisits, !running.monitorsVisits { effects.append(.monitorVisits(false)) }
        if before.monitorsSignificantChanges, !running.monitorsSignificantChanges {
            effects.append(.monitorSignificantChanges(false))
        }
        return effects
    }

    /// Processes a change of the location's availability.
    ///
    /// When fixes become unavailable, the app gets an error and all requests to the phone are cancelled. When they are
    /// available again, all requests are made again, with the bubble round the last location. Switching location off
    /// removes Android's geofences (Google, "Create and monitor geofences").
    public mutating func availabilityChanged(_ availability: RadarAvailability, at now: Timestamp) -> [RadarEffect] {
        let wasUsable = self.availability.isUsable
        let wasOn = self.availability.isLocationOn
        self.availability = availability
        if platform == .android, wasOn, !availability.isLocationOn {
            bubble.forget()
            syncedFences.forget()
        }
        var effects: [RadarEffect] = []
        if isTracking, wasUsable, let problem = availability.problem { effects.append(.emit(.error(problem))) }
        let isBack = availability.isUsable && !wasUsable
        return stored(effects + updateTracking(location: isBack ? lastLocation : nil, at: now))
    }

    /// Processes a change of the app between foreground and background.
    public mutating func appStateChanged(isForeground: Bool, at now: Timestamp) -> [RadarEffect] {
        let comes = isForeground && !self.isForeground
        self.isForeground = isForeground
        return stored(comes ? updateTracking(location: nil, at: now) : [])
    }
}
