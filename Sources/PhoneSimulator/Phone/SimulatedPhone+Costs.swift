internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
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

    /// Determines the phone's position for the app.
    ///
    /// - Returns: the fix; `nil` without reception.
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

    /// Counts a fix of the system's own, if it monitors anything for the app.
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
    /// Counts a position by its source.
    fileprivate mutating func countFound(_ quality: PositionQuality?) {
        switch quality {
        case .wifi: wifiScans += 1
        case .cells: cellPositions += 1
        case .satellites, nil: break
        }
    }
}
