public import VisitModel

extension MonitoredGeofences {
    /// Adds geofences; a stored one of the same name is replaced and starts over.
    ///
    /// - Parameters:
    ///   - records: in any number; of equal names the last counts. One call is far quicker than many.
    ///   - now: the current time.
    /// - Returns: the resulting step.
    public mutating func add(_ records: [TrackedGeofence], at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        var latest: [String: TrackedGeofence] = [:]
        for record in records { latest[record.identifier] = record.startingOver }
        if profile.keepsStateOfUnchanged {
            latest = latest.filter { stored[$0.key]?.startingOver != $0.value }
        }
        guard !latest.isEmpty else { return step }
        let names = latest.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        let replaced = names.filter { watches[$0] != nil }
        let before = replaced.compactMap { name in watches[name].map { (name, $0) } }
        for (name, watch) in before {
            // Android keeps a region's state when the same name is added again; only a removal clears it. iOS replaces
            // it, and refuses a region that was removed a moment ago.
            if watch.isRegistered, platform == .android {
                step.removed.append(TrackedRegion.id(of: name, on: platform))
            }
            watches[name] = nil
        }
        for name in names { unwatched[name] = nil }
        stored.insert(names.compactMap { latest[$0] })
        evaluate(at: now, &step)
        for (name, watch) in before where watches[name]?.isActive != true {
            if watch.isRegistered, platform == .ios { step.removed.append(TrackedRegion.id(of: name, on: platform)) }
            if watch.isActive { step.note(on: [], off: [name]) }
        }
        return step
    }

    /// Removes geofences; a geofence that the phone is in emits no exit.
    ///
    /// - Parameters:
    ///   - identifiers: names, of which unknown ones are ignored; `nil` removes all.
    ///   - now: the current time.
    /// - Returns: the resulting step; where no geofence is left, its change has both lists empty.
    public mutating func remove(_ identifiers: [String]? = nil, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        let names = Set(identifiers ?? stored.names).filter { stored[$0] != nil }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        guard !names.isEmpty else { return step }
        var off: [String] = []
        for name in names {
            guard let watch = watches.removeValue(forKey: name) else { continue }
            if watch.isRegistered { step.removed.append(TrackedRegion.id(of: name, on: platform)) }
            if watch.isActive { off.append(name) }
        }
        for name in names { unwatched[name] = nil }
        stored.remove(names)
        measuredSlots = nil
        step.note(on: [], off: off)
        evaluate(at: now, &step)
        if stored.count == 0, mode != .off { step.change = GeofencesChange() }
        return step
    }
}
