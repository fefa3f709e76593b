public import VisitModel

extension MonitoredGeofences {
    /// Processes the system's refusal to monitor regions.
    ///
    /// Over the limit, the number of accepted regions becomes the number of slots, and the nearest are chosen again:
    /// the refused region may be nearer than an accepted one. The number holds until tracking starts, the phone
    /// restarts, or geofences are removed. A geofence that cannot be monitored is left out until it is added again.
    /// (Complaints: Flutter issues 407 and 1169.)
    ///
    /// - Parameters:
    ///   - regionIDs: the regions that are not monitored; of a call that Android refused, all of them.
    ///   - reason: the system's reason.
    ///   - now: the current time.
    /// - Returns: the resulting step; `unwatched` names the geofences.
    public mutating func refuse(_ regionIDs: [String], because reason: Refusal, at now: Timestamp) -> GeofencingStep {
        var step = GeofencingStep()
        guard mode != .off else { return step }
        var refused: [String] = []
        var regions = 0
        for id in regionIDs {
            if id == TrackedRegion.helperID {
                if helper != nil { regions += 1 }
                helper = nil
            } else if let name = TrackedRegion.identifier(ofRegion: id, on: platform), watches[name]?.isActive == true {
                watches[name]?.isRegistered = false
                refused.append(name)
                regions += 1
            }
        }
        for name in refused { unwatched[name] = reason }
        switch reason {
        case .unavailable: return step
        case .unfit: break
        case .overLimit:
            guard regions > 0 else { return step }
            measuredSlots = max(0, active.count - regions)
        }
        evaluate(at: now, &step)
        if reason == .overLimit {
            for name in refused where watches[name]?.isRegistered != true { unwatched[name] = reason }
        }
        return step
    }
}
