/// What follows from one input: what the phone is asked for, then what the app is told.
public struct GeofencingStep: Hashable, Sendable {
    /// The names of the regions that the phone is to watch no longer; before the additions.
    public internal(set) var removed: [String] = []
    /// The regions that the phone is to watch from now on, the most needed first.
    ///
    /// Android takes a whole call or none of it: give them in parts, so that those over its limit are the last ones, and
    /// tell `MonitoredGeofences.refuse(_:because:at:)` which were not taken.
    public internal(set) var added: [TrackedRegion] = []
    /// Regions whose state the phone is to be asked for (iOS's `requestState`); after the additions.
    public internal(set) var asked: [String] = []
    /// What changed of the geofences that are watched; `nil` where nothing did.
    public internal(set) var change: GeofencesChange?
    /// What happened at geofences, in this order.
    public internal(set) var occurrences: [GeofenceOccurrence] = []
    /// What was told and is not passed on.
    public internal(set) var refusals: [GeofenceRefusal] = []

    /// Makes a step in which nothing follows.
    public init() {}

    /// Whether nothing follows.
    public var isEmpty: Bool { self == GeofencingStep() }

    /// Adds to what changed.
    mutating func note(on: [TrackedGeofence], off: [String]) {
        guard !on.isEmpty || !off.isEmpty else { return }
        let before = change ?? GeofencesChange()
        change = GeofencesChange(on: before.on + on, off: before.off + off)
    }
}
