internal import PhoneOS
internal import VisitModel

/// The changes to the monitored regions that follow from events.
///
/// The differences of reports in chronological order add up to the registered set. After a late report, or a complete
/// new registration, only a comparison with the whole set does.
struct RegionChanges: Hashable, Sendable {
    /// The regions to remove.
    private(set) var removals: Set<RegionID> = []
    /// The regions to add.
    private(set) var additions: Set<RegionID> = []
    /// Whether everything was cleared.
    private(set) var clearsAll = false

    /// Whether there are no changes.
    var isEmpty: Bool { removals.isEmpty && additions.isEmpty && !clearsAll }

    /// Applies the next event.
    ///
    /// - Throws: `ValidationError` for a facility that has no valid region name.
    mutating func append(_ event: GeofenceEvent) throws(ValidationError) {
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
