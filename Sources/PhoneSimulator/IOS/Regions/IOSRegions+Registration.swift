public import PhoneOS
public import VisitModel

extension IOSRegions {
    /// Adds a region (`startMonitoring(for:)`).
    ///
    /// Each region is accepted or refused separately. A refusal changes nothing else: the other regions stay, and so
    /// does one of the same name. The side of the phone at the addition is not reported; the first fix decides it
    /// without a report. A region of the same name is replaced in its slot, and its state is reset.
    ///
    /// A region that is added with reduced accuracy, or with When In Use, is accepted and idle until that changes.
    ///
    /// - Parameters:
    ///   - region: the region; of its fields iOS uses the name, the shape and `notifies`.
    ///   - time: the current time.
    ///   - conditions: the conditions of the app.
    /// - Returns: `nil` if the region was accepted. Otherwise error 5 if the hardware cannot monitor it, the radius is
    ///   above the maximum, the slots are full or the name was removed just before; error 4 if the app is not
    ///   authorized; an invalid request if the radius is not a valid length.
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

    /// Removes a region (`stopMonitoring(for:)`).
    ///
    /// - Parameters:
    ///   - id: the region's name; an unknown one is ignored.
    ///   - time: the current time.
    public mutating func remove(_ id: RegionID, at time: Timestamp) {
        guard let index = watched.firstIndex(where: { $0.request.id == id }) else { return }
        watched.remove(at: index)
        guard profile.failsReAddWithinSeconds > 0 else { return }
        removals = removals.filter { $0.value.seconds(to: time) < profile.failsReAddWithinSeconds }
        removals[id] = time
    }

    /// Removes all regions of this code; other code's regions stay.
    ///
    /// - Parameter time: the current time.
    public mutating func removeAll(at time: Timestamp) {
        for id in monitored { remove(id, at: time) }
    }

    /// Sets the number of regions that other code of the same app has.
    ///
    /// Other code gets no more slots than are free, and receives its refusals itself.
    ///
    /// - Parameter count: the number that it requests; less than 0 becomes 0.
    /// - Returns: the number that it has.
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
            return PhoneError(
                .invalidRequest,
                "region \(region.id) has a radius of \(radiusMeters) m; use more than 0"
            )
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
