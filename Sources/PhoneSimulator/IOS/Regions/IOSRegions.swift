public import PhoneOS
public import VisitModel

/// Core Location's region monitoring, for one app on one phone.
///
/// A value: calls apply events and return what the system would report. It models
/// `CLLocationManager.startMonitoring(for:)`. The newer `CLMonitor`, with its own states and flags, is out of scope;
/// its limit of 20 conditions is the same.
///
/// A crossing is decided as in Apple's archived guide ("Location and Maps Programming Guide", Region Monitoring): the
/// phone must cross the edge, reach a distance past it, and stay there for 20 s. The report follows after a delay
/// (`IOSLatency`).
///
/// The decided state of a region is kept until the region is removed. While monitoring or reports are not allowed
/// (location services off, no permission, reduced accuracy, a reboot until the first unlock) fixes decide nothing and
/// are not kept. A crossing in that time is decided, and reported, with the first fixes after it. There is no queue of
/// old events. Whether real phones do the same after a reboot is not published.
public struct IOSRegions: Hashable, Sendable {
    /// The parameters of this phone.
    public let profile: IOSRegionProfile
    /// The number of slots that other code of the app occupies.
    public internal(set) var foreignRegions: Int

    /// In the order of their addition.
    var watched: [WatchedIOSRegion] = []
    /// The removal times of regions, for `failsReAddWithinSeconds`.
    var removals: [RegionID: Timestamp] = [:]
    /// The last fix, as far as the system may use it.
    var lastFix: SystemFix?
    /// The time of the newest fix; older ones are ignored.
    var fixesUntil: Timestamp?

    /// Creates the region monitoring of an app without regions.
    public init(profile: IOSRegionProfile = IOSRegionProfile()) {
        self.profile = profile
        foreignRegions = profile.foreignRegions
    }

    /// The names of the monitored regions, in the order of their addition (`monitoredRegions`).
    ///
    /// Regions of other code are not included here, although they are on a phone.
    public var monitored: [RegionID] { watched.map(\.request.id) }

    /// The number of occupied slots, by this code and by other code; never more than `IOSRegionProfile.slots`.
    public var takenSlots: Int { watched.count + foreignRegions }

    /// Returns whether the system evaluates and reports regions now.
    func isWatching(_ conditions: IOSConditions) -> Bool {
        conditions.allowsRegionMonitoring && (conditions.isUnlockedSinceBoot || !profile.waitsForFirstUnlock)
    }

    /// Discards the phone's position and pending crossings, and keeps decided states.
    mutating func forgetPosition() {
        lastFix = nil
        for index in watched.indices { watched[index].crossingSince = nil }
    }
}

extension IOSRegions {
    /// Applies an event of the app or its phone.
    ///
    /// Regions belong to the app and are kept by the system, so they survive everything but the app's removal (Apple,
    /// "Monitoring the user's proximity to geographic regions"), which also removes those of other code. After a reboot
    /// the first unlock is awaited (`IOSConditions`).
    public mutating func record(_ loss: SystemNote.Loss) {
        switch loss {
        case .reboot: forgetPosition()
        case .appUpdate, .appDataCleared, .playDataCleared, .locationOff, .playServicesMissing: break
        case .uninstall:
            watched = []
            removals = [:]
            foreignRegions = 0
            forgetPosition()
        }
    }
}

/// The outcome of a delivery that is due.
public enum IOSDeliveryOutcome: Hashable, Sendable, CaseIterable {
    /// The app receives it now, and is launched for it if it is not running.
    case now
    /// The app receives it after the first unlock since the reboot.
    case afterUnlock
    /// The app never receives it.
    case never
}

extension IOSRegions {
    /// Returns the outcome of a delivery that is due.
    ///
    /// The situation may change between decision and delivery: the region may be removed or replaced by a new one of
    /// the same name, the permission may be revoked, the phone may be rebooted. A transition that was decided before a
    /// reboot waits for the first unlock. One that the app may no longer receive is dropped, and the next transition
    /// that it receives may then be the same as the last. That the permission is checked again is an assumption.
    public func outcome(of delivery: RegionDelivery, conditions: IOSConditions) -> IOSDeliveryOutcome {
        let isCurrent = delivery.ids.allSatisfy { id in
            // A region's first fix decides without a report, so its own decisions come after its addition.
            watched.contains { $0.request.id == id && $0.addedAt < delivery.decidedAt }
        }
        guard isCurrent, conditions.allowsRegionMonitoring else { return .never }
        return isWatching(conditions) ? .now : .afterUnlock
    }
}

extension IOSRegions {
    /// Requests on which side of a region's edge the phone is (`requestState(for:)`), which the app receives later.
    ///
    /// The last fix is compared with the edge itself, without buffer and hold, since Apple mentions none here. So the
    /// response may be ahead of the transition that is reported later. An assumption.
    ///
    /// The state is unknown before the first fix since the region was added, since a reboot and since the app was
    /// authorized, for a beacon, and for an unknown name.
    public func requestState(
        of id: RegionID,
        at time: Timestamp,
        conditions: IOSConditions
    ) -> (state: RegionState, dueAt: Timestamp) {
        (state(of: id, conditions: conditions), time.advanced(bySeconds: profile.stateAnswerSeconds))
    }

    private func state(of id: RegionID, conditions: IOSConditions) -> RegionState {
        guard isWatching(conditions),
            let fix = lastFix,
            let region = watched.first(where: { $0.request.id == id }),
            let circle = region.circle,
            fix.time >= region.addedAt
        else { return .unknown }
        return circle.side(of: EarthPoint(fix.coordinate)) == .inside ? .inside : .outside
    }
}

extension IOSRegions {
    /// Adds a region (`startMonitoring(for:)`).
    ///
    /// Each region is accepted or refused separately. A refusal changes nothing else: the other regions stay, and so
    /// does one of the same name. The side of the phone at the addition is not reported; the first fix decides it
    /// without a report. A region of the same name is replaced in its slot, and its state is reset.
    ///
    /// A region that is added with reduced accuracy, or with When In Use, is accepted and idle until that changes.
    ///
    /// Returns `nil` if the region was accepted. Otherwise error 5 if the hardware cannot monitor it, the radius is
    /// above the maximum, the slots are full or the name was removed just before; error 4 if the app is not authorized;
    /// an invalid request if the radius is not a valid length.
    public mutating func add(_ region: RegionRequest, at time: Timestamp, conditions: IOSConditions) -> PhoneError? {
        if let refusal = refusal(of: region, at: time, conditions: conditions) { return refusal }
        removals[region.id] = nil
        let new = WatchedIOSRegion(region, addedAt: time, profile: profile)
        if let index = watched.firstIndex(where: { $0.request.id == region.id }) {
            watched[index] = new
        } else {
            watched.append(new)
        }
        return nil
    }

    /// Removes a region (`stopMonitoring(for:)`); an unknown name is ignored.
    public mutating func remove(_ id: RegionID, at time: Timestamp) {
        guard let index = watched.firstIndex(where: { $0.request.id == id }) else { return }
        watched.remove(at: index)
        guard profile.failsReAddWithinSeconds > 0 else { return }
        removals = removals.filter { $0.value.seconds(to: time) < profile.failsReAddWithinSeconds }
        removals[id] = time
    }

    /// Sets the number of regions that other code of the same app has, and returns the number that it gets.
    ///
    /// Other code gets no more slots than are free, and receives its refusals itself. A negative number becomes 0.
    @discardableResult
    public mutating func setForeignRegions(_ count: Int) -> Int {
        foreignRegions = min(max(0, count), profile.slots - watched.count)
        return foreignRegions
    }

    private func refusal(of region: RegionRequest, at time: Timestamp, conditions: IOSConditions) -> PhoneError? {
        guard conditions.isRegionMonitoringAvailable else {
            return PhoneError(
                .regionMonitoringFailure,
                "this phone can't monitor regions; check isMonitoringAvailable before adding \(region.id)"
            )
        }
        guard conditions.areLocationServicesOn, conditions.authorization.isEffective(isAppInUse: true) else {
            return PhoneError(
                .regionMonitoringDenied,
                "the app may not monitor \(region.id): location services are off or not allowed; request Always first"
            )
        }
        if let refusal = radiusRefusal(of: region) { return refusal }
        if let removal = removals[region.id], removal.seconds(to: time) < profile.failsReAddWithinSeconds {
            return PhoneError(
                .regionMonitoringFailure,
                "region \(region.id) was removed a moment ago; add it again later"
            )
        }
        guard takenSlots < profile.slots || watched.contains(where: { $0.request.id == region.id }) else {
            return PhoneError(
                .regionMonitoringFailure,
                "region \(region.id) is one too many: all \(profile.slots) slots of the app are in use, "
                    + "\(foreignRegions) of them by other code; remove one first"
            )
        }
        return nil
    }

    private func radiusRefusal(of region: RegionRequest) -> PhoneError? {
        guard case .circle(_, let radiusMeters) = region.shape else { return nil }
        guard radiusMeters > 0 else {
            return PhoneError(.invalidRequest, "region \(region.id) has a radius of \(radiusMeters) m; use more than 0")
        }
        guard radiusMeters <= profile.maximumRadiusMeters else {
            return PhoneError(
                .regionMonitoringFailure,
                "region \(region.id) has a radius of \(radiusMeters) m; the maximum on this phone is "
                    + "\(profile.maximumRadiusMeters) m"
            )
        }
        return nil
    }
}
