/// The result of one input: first the requests to the phone, then the events for the app.
public struct GeofencingStep: Hashable, Sendable {
    /// The names of the regions to stop monitoring; applied before the additions.
    public internal(set) var removed: [String] = []
    /// The regions to monitor from now on, the most needed first.
    ///
    /// Android accepts a call as a whole or not at all: pass them in parts, so that those over its limit are the last
    /// ones, and report the refused ones to `MonitoredGeofences.refuse(_:because:at:)`.
    public internal(set) var added: [TrackedRegion] = []
    /// Regions of which the state is queried (iOS's `requestState`); applied after the additions.
    public internal(set) var asked: [String] = []
    /// The change of the monitored geofences; `nil` where nothing changed.
    public internal(set) var change: GeofencesChange?
    /// The transitions of geofences, in this order.
    public internal(set) var occurrences: [GeofenceOccurrence] = []
    /// Rejected reports.
    public internal(set) var refusals: [GeofenceRefusal] = []

    /// Creates an empty step.
    public init() {}

    /// Whether the step is empty.
    public var isEmpty: Bool { self == GeofencingStep() }

    /// Appends to the change of the monitored geofences.
    mutating func note(on: [TrackedGeofence], off: [String]) {
        guard !on.isEmpty || !off.isEmpty else { return }
        let before = change ?? GeofencesChange()
        change = GeofencesChange(on: before.on + on, off: before.off + off)
    }
}
