internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Moves the phone's time on, and counts what ran in between.
    ///
    /// What runs changes only at moments that time is moved to, so that a span has one state from its beginning to its end.
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

    /// Counts that the app, if it is in the background, was told something.
    mutating func countWakeup() {
        if !signals.isEmpty, app.state == .background { costs.wakeups += 1 }
    }

    /// Looks where the phone is for the app.
    ///
    /// - Returns: what the system believes; `nil` where there is no reception.
    mutating func readingForApp(_ accuracy: DesiredAccuracy) -> SystemReading? {
        costs.count(accuracy)
        if accuracy == .high {
            let since = satellitesSince.map { now.milliseconds - $0.milliseconds } ?? .max
            costs.satelliteOnMilliseconds += min(PhoneCosts.satelliteMilliseconds, since)
            satellitesSince = now
        }
        let quality = self.quality(for: accuracy)
        costs.countFound(quality)
        return quality.map { look(by: $0) }
    }

    /// Counts that the system looked where the phone is, where it watches anything for the app.
    mutating func countSystemLook() {
        if isWatchingRegions {
            costs.systemReadings += 1
            costs.countFound(quality())
        } else if app.wantsSignificantChanges || app.wantsVisits {
            costs.systemReadings += 1
            costs.cellPositions += 1
        }
    }
}

extension PhoneCosts {
    /// Counts by what a position was found.
    fileprivate mutating func countFound(_ quality: PositionQuality?) {
        switch quality {
        case .wifi: wifiScans += 1
        case .cells: cellPositions += 1
        case .satellites, nil: break
        }
    }
}
