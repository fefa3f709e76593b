public import PhoneOS
public import VisitModel

extension IOSRegions {
    /// Asks the system to watch a region (`startMonitoring(for:)`).
    ///
    /// Each region is taken or refused for itself. A refusal changes nothing else: the others are watched on, and so is
    /// one of the same name. No transition is told of the side that the phone is on at the addition; the first reading
    /// decides it in silence. A region of the same name takes the place and the slot of the last, and is new: what was
    /// known about the last is gone.
    ///
    /// A region that is added with reduced accuracy, or with When In Use, is taken and idle until that changes.
    ///
    /// - Parameters:
    ///   - region: what to watch; of its fields iOS looks at the name, the shape and `notifies`.
    ///   - time: now.
    ///   - conditions: how the app stands.
    /// - Returns: `nil` where the region is watched now. Otherwise error 5 where the hardware can't, the radius is above
    ///   the maximum, the slots are full or the name was removed just before; error 4 where the app may not; an invalid
    ///   request where the radius is no length.
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

    /// Asks the system to watch a region no longer (`stopMonitoring(for:)`); a name it does not know is ignored.
    ///
    /// - Parameters:
    ///   - id: the region's name.
    ///   - time: now.
    public mutating func remove(_ id: RegionID, at time: Timestamp) {
        guard let index = watched.firstIndex(where: { $0.request.id == id }) else { return }
        watched.remove(at: index)
        guard profile.failsReAddWithinSeconds > 0 else { return }
        removals = removals.filter { $0.value.seconds(to: time) < profile.failsReAddWithinSeconds }
        removals[id] = time
    }

    /// Asks the system to watch nothing of this code any longer; other code's regions stay.
    ///
    /// - Parameter time: now.
    public mutating func removeAll(at time: Timestamp) {
        for id in monitored { remove(id, at: time) }
    }

    /// Says how many regions other code of the same app has now.
    ///
    /// Other code gets no more slots than are free: it hears of its own refusals itself.
    ///
    /// - Parameter count: how many it asks for; less than 0 is taken as 0.
    /// - Returns: how many it has.
    @discardableResult
    public mutating func setForeignRegions(_ count: Int) -> Int {
        foreignRegions = min(max(0, count), profile.slots - watched.count)
        return foreignRegions
    }

    private func refusal(of region: RegionRequest, at time: Timestamp, conditions: IOSConditions) -> PhoneError? {
        guard conditions.isRegionMonitoringAvailable else {
            return PhoneError(
                .regionMonitoringFailure,
                "this phone can't monitor regions; ask isMonitoringAvailable before adding \(region.id)"
            )
        }
        guard conditions.areLocationServicesOn, conditions.authorization.isEffective(isAppInUse: true) else {
            return PhoneError(
                .regionMonitoringDenied,
                "the app may not monitor \(region.id): location services are off or not allowed; ask for Always first"
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
                "region \(region.id) is one too many: all \(profile.slots) slots of the app are taken, "
                    + "\(foreignRegions) of them by other code; remove one first"
            )
        }
        return nil
    }

    private func radiusRefusal(of region: RegionRequest) -> PhoneError? {
        guard case .circle(_, let radiusMeters) = region.shape else { return nil }
        guard radiusMeters > 0 else {
            return PhoneError(
                .invalidRequest,
                "region \(region.id) has a radius of \(radiusMeters) m; use more than 0"
            )
        }
        guard radiusMeters <= profile.maximumRadiusMeters else {
            return PhoneError(
                .regionMonitoringFailure,
                "region \(region.id) has a radius of \(radiusMeters) m; the most on this phone is "
                    + "\(profile.maximumRadiusMeters) m"
            )
        }
        return nil
    }
}
