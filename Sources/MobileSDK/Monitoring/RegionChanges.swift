internal import PhoneOS
internal import VisitModel

/// What events say has to be watched instead of what was.
///
/// The differences of a report that came in order lead to what is registered; after a late one, or where everything is
/// begun anew, only a look at the whole does.
struct RegionChanges: Hashable, Sendable {
    /// What is watched no longer.
    private(set) var removals: Set<RegionID> = []
    /// What is watched from now on.
    private(set) var additions: Set<RegionID> = []
    /// Whether everything was cleared.
    private(set) var clearsAll = false

    /// Whether nothing changes.
    var isEmpty: Bool { removals.isEmpty && additions.isEmpty && !clearsAll }

    /// Takes the next event.
    ///
    /// - Throws: `ValidationError` for a facility whose name is no region's.
    mutating func take(_ event: GeofenceEvent) throws(ValidationError) {
        switch event.kind {
        case .registered(let facilities):
            for facility in facilities {
                let id = try RegionID(facility: facility)
                if removals.remove(id) == nil { additions.insert(id) }
            }
        case .unregistered(let facilities?):
            for facility in facilities {
                let id = try RegionID(facility: facility)
                if additions.remove(id) == nil { removals.insert(id) }
            }
        case .unregistered(nil): clearsAll = true
        case .entered, .dwell, .exited, .heartbeat, .error: break
        }
    }
}
