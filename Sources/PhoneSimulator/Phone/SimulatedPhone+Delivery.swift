internal import Foundation
internal import PhoneOS
internal import VisitModel

extension SimulatedPhone {
    /// Delivers a transition to the app, launching its process if necessary.
    mutating func deliver(_ delivery: RegionDelivery) {
        let known = Set(watchedRegions)
        let ids = delivery.ids.filter(known.contains)
        // The app has removed the regions since, or the system lost them.
        guard !ids.isEmpty else { return }
        if let obstacle = obstacle(to: delivery) {
            notes.append(.dropped(delivery, obstacle))
            return
        }
        if profile.platform == .ios {
            switch ios.outcome(of: delivery, conditions: iosConditions) {
            case .now: break
            case .afterUnlock:
                heldBack.append(delivery)
                return
            case .never:
                // Otherwise another region has taken the name since.
                if !iosConditions.allowsRegionMonitoring { notes.append(.dropped(delivery, .permission)) }
                return
            }
        }
        _ = deliverStarting(.regionTransition(ids, delivery.transition, delivery.reading.map(fix)))
    }

    /// Delivers what iOS held back until the first unlock.
    mutating func deliverHeldBack() {
        for delivery in heldBack { queue.plan(.deliver(delivery), at: now.advanced(bySeconds: 1)) }
        heldBack = []
    }

    /// Returns the obstacle to the delivery of a transition; `nil` if there is none.
    private func obstacle(to delivery: RegionDelivery) -> SystemNote.Obstacle? {
        if !system.isOn { return .phoneOff }
        if app.state == .uninstalled { return .notInstalled }
        if !system.isLocationOn { return .locationOff }
        switch profile.platform {
        case .android:
            if app.state == .forceQuit { return .forceQuit }
            return canWatchOnAndroid ? nil : .permission
        case .ios:
            return app.state == .forceQuit && !profile.ios.relaunchesAfterForceQuit ? .forceQuit : nil
        }
    }

    /// Removes the regions that the system loses in an event, and notifies the app as a phone would.
    mutating func loseRegions(_ loss: SystemNote.Loss) {
        let before = watchedRegions
        switch profile.platform {
        case .android: _ = android.wipe(for: loss.wipeCause)
        case .ios: if let change = loss.appChange { ios.note(change) }
        }
        let kept = Set(watchedRegions)
        let lost = before.filter { !kept.contains($0) }
        planLater(loss, lost)
    }

    private mutating func planLater(_ loss: SystemNote.Loss, _ lost: [RegionID]) {
        guard !lost.isEmpty else { return }
        notes.append(.lost(lost, loss))
        guard loss == .locationOff, profile.platform == .android else { return }
        let error = PhoneError(
            .geofenceNotAvailable,
            "location was switched off and every geofence was removed: add them again when it is on"
        )
        _ = deliverStarting(.regionFailed(nil, error))
    }

    /// The conditions for the addition of fences, on Android.
    var androidConditions: AndroidConditions {
        AndroidConditions(
            isLocationOn: system.isLocationOn,
            isFineGranted: isGranted(.fineLocation) && app.precision == .full,
            isBackgroundGranted: isGranted(.backgroundLocation),
            playServices: system.isRegionMonitoringAvailable ? system.playServices : .missing
        )
    }

    /// Whether registered fences are evaluated: conditions that were met at their addition may have changed.
    var canWatchOnAndroid: Bool {
        let conditions = androidConditions
        return conditions.isLocationOn && conditions.isFineGranted && conditions.isBackgroundGranted
            && conditions.playServices == .available
    }

    /// The conditions for region monitoring, on iOS.
    var iosConditions: IOSConditions {
        IOSConditions(
            areLocationServicesOn: system.isLocationOn,
            authorization: iosAuthorization,
            precision: app.precision,
            isRegionMonitoringAvailable: system.isRegionMonitoringAvailable,
            isUnlockedSinceBoot: system.isUnlocked,
            isAppInUse: app.state == .foreground
        )
    }

    private var iosAuthorization: IOSAuthorization {
        switch status(of: .fineLocation) {
        case .granted: isGranted(.backgroundLocation) ? .always : .whenInUse
        case .restricted: .restricted
        case .denied: app.permissions[.fineLocation]?.wasAsked == true ? .denied : .notDetermined
        }
    }

    /// The situation of the phone, as far as delivery depends on it.
    var surroundings: RegionSurroundings {
        RegionSurroundings(
            isMoving: truth.isMoving,
            restSeconds: restSeconds,
            isAppInFront: app.state == .foreground || app.hasForegroundService,
            isDozing: isDozing && !app.isExempt,
            isConnected: system.connectivity.isConnected
        )
    }
}

extension SystemNote.Loss {
    /// The corresponding event of Google Play services.
    fileprivate var wipeCause: AndroidGeofences.WipeCause {
        switch self {
        case .reboot: .reboot
        case .appUpdate: .appUpdated
        case .reinstall: .reinstall
        case .appDataCleared: .appDataCleared
        // Uninstalled services have lost all state.
        case .playDataCleared, .playServicesMissing: .playDataCleared
        case .locationOff: .notAvailable
        }
    }

    /// The corresponding event of Core Location; `nil` for one that does not affect it.
    fileprivate var appChange: IOSAppChange? {
        switch self {
        case .reboot: .rebooted
        case .appUpdate: .appUpdated
        case .reinstall: .appUninstalled
        case .appDataCleared, .playDataCleared, .locationOff, .playServicesMissing: nil
        }
    }
}

/// A wrong fix with a wrong accuracy.
struct WrongPosition: Hashable, Sendable {
    /// The error in metres.
    let offMeters: Double
    /// The direction of the error, in degrees from north over east.
    let bearingDegrees: Double
    /// The reported accuracy, a 68 % radius in metres.
    let accuracyMeters: Double
}

extension SimulatedPhone {
    /// Sets the reception: a cellar has no satellites, a forest no Wi-Fi.
    ///
    /// - Parameter best: the best available source of positions from now on, where satellites are better than Wi-Fi and
    ///   Wi-Fi is better than cells; `nil` for none.
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
    /// - Parameters:
    ///   - offMeters: the error, 0 or more; less or NaN becomes 0.
    ///   - bearingDegrees: the direction of the error, from north over east.
    ///   - accuracyMeters: the reported accuracy, a 68 % radius; negative for unknown.
    public mutating func showPosition(offMeters: Double, bearingDegrees: Double, accuracyMeters: Double) {
        let wrong = WrongPosition(
            offMeters: offMeters.isFinite ? max(0, offMeters) : 0,
            bearingDegrees: bearingDegrees.isFinite ? bearingDegrees : 0,
            accuracyMeters: accuracyMeters.isFinite ? accuracyMeters : -1
        )
        queue.plan(.wrongPosition(wrong), at: now.advanced(bySeconds: 0.001))
    }

    /// Produces and processes the wrong fix.
    mutating func apply(_ wrong: WrongPosition) {
        guard system.isOn, system.isLocationOn else { return }
        let angle = wrong.bearingDegrees * .pi / 180
        let coordinate = truth.coordinate.moved(
            eastMeters: wrong.offMeters * sin(angle),
            northMeters: wrong.offMeters * cos(angle)
        )
        let reading = SystemReading(time: now, coordinate: coordinate, accuracyMeters: wrong.accuracyMeters)
        notes.append(.changed("position", wrong.summary))
        show(reading)
        handUpdate(reading)
    }
}

extension WrongPosition {
    /// A short description.
    fileprivate var summary: String {
        """
        \(Int(min(offMeters, 1e9).rounded())) m off, reported accuracy \
        \(Int(max(-1, min(accuracyMeters, 1e9)).rounded())) m
        """
    }
}
