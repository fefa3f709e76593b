import VisitModel

extension RadarLocalFences {
    /// Determines whether an update has to be uploaded.
    ///
    /// Entries are checked before exits and exits before dwells. Only the first kind found is reported; the others wait
    /// for the next update.
    ///
    /// - Parameters:
    ///   - step: the update.
    ///   - isOnTrip: whether the device is on a trip and the effective options are not those for trips.
    /// - Returns: the observation, which changes nothing before `sent(_:)`.
    public func look(at step: RadarMotionStep, isOnTrip: Bool = false) -> RadarObservation {
        let fix = step.location.fix
        let isCovered = region?.covers(fix.coordinate)
        // Evaluated even where the update is uploaded anyway, because the observation contains the stays.
        let event = event(fix, isStopped: step.isStopped)
        if isCovered == nil { return RadarObservation(.noFences, event.stays) }
        if isCovered == false { return RadarObservation(.leftRegion, event.stays) }
        return RadarObservation(isOnTrip ? .onTrip : event.finding, event.stays)
    }

    private func event(_ fix: Fix, isStopped: Bool) -> RadarObservation {
        let accuracy = max(0, fix.horizontalAccuracy ?? 0)
        let entered = entered(fix.coordinate, rules.buffersEntries ? accuracy : 0, isStopped)
        var stays = stays
        if !entered.isEmpty {
            for id in entered { stays[id] = Stay(enteredAt: fix.time) }
            return RadarObservation(.entered(entered), stays)
        }
        let exited = exited(fix.coordinate, rules.buffersExits ? accuracy : 0)
        if !exited.isEmpty {
            for id in exited { stays[id] = nil }
            return RadarObservation(.exited(exited), stays)
        }
        let dwelled = dwelled(fix, rules.buffersEntries ? accuracy : 0)
        for id in dwelled { stays[id]?.hasDwelled = true }
        return RadarObservation(dwelled.isEmpty ? nil : .dwelled(dwelled), stays)
    }

    private func entered(_ place: Coordinate, _ marginMeters: Double, _ isStopped: Bool) -> [String] {
        fences.filter { fence in
            stays[fence.id] == nil && (isStopped || !(fence.needsStop ?? rules.needsStop))
                && fence.contains(place, marginMeters: marginMeters)
        }.map(\.id)
    }

    /// The geofences that the device has left; one missing from the list counts as left, and the server decides.
    private func exited(_ place: Coordinate, _ marginMeters: Double) -> [String] {
        guard !stays.isEmpty else { return [] }
        let held = fences.filter { stays[$0.id] != nil && $0.contains(place, marginMeters: marginMeters) }
        return stays.keys.filter { id in !held.contains { $0.id == id } }.sorted()
    }

    private func dwelled(_ fix: Fix, _ marginMeters: Double) -> [String] {
        guard !stays.isEmpty else { return [] }
        return fences.filter { fence in
            guard let stay = stays[fence.id], !stay.hasDwelled, let enteredAt = stay.enteredAt else { return false }
            let minutes = fence.dwellMinutes ?? rules.dwellMinutes
            return minutes > 0 && enteredAt.seconds(to: fix.time) >= minutes * 60
                && fence.contains(fix.coordinate, marginMeters: marginMeters)
        }.map(\.id)
    }
}
