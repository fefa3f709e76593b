internal import TrackingModel
public import VisitModel

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
    public internal(set) var stateRequests: [String] = []
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
    mutating func record(on: [TrackedGeofence], off: [String]) {
        guard !on.isEmpty || !off.isEmpty else { return }
        let before = change ?? GeofencesChange()
        change = GeofencesChange(on: before.on + on, off: before.off + off)
    }
}

/// What geofencing needs of the phone besides regions.
public struct GeofencingNeeds: Hashable, Sendable {
    /// When `tick(at:)` is due; `nil` for never.
    public var timer: Timestamp?
    /// Whether fixes are needed at the highest rate and accuracy: the phone is in the circle around a polygon.
    public var highRate = false
    /// Whether one fix is needed: to confirm an exit, or to choose the monitored geofences.
    public var fix = false
    /// Whether significant changes are needed (iOS, geofences-only).
    public var significantChanges = false
    /// Whether a stream of fixes is needed while moving (Android, geofences-only, `geofenceModeHighAccuracy`).
    public var stream = false

    /// No needs.
    public init() {}
}

/// A rejected report of a geofence transition.
public struct GeofenceRefusal: Hashable, Sendable, Codable {
    /// The geofence's name.
    public let identifier: String
    /// The reason of the rejection.
    public let reason: FixRefusal
}

/// The difference in the set of monitored geofences (`GeofencesChangeEvent`).
///
/// Where every geofence was removed both lists are empty. Transistor, BGGeo.onGeofencesChange; Transistor,
/// "Geofencing".
public struct GeofencesChange: Hashable, Sendable, Codable {
    /// The geofences that became monitored.
    public var on: [TrackedGeofence]
    /// The names of those that are no longer monitored.
    public var off: [String]

    /// Creates a change.
    public init(on: [TrackedGeofence] = [], off: [String] = []) {
        self.on = on
        self.off = off
    }
}

/// A transition of a geofence with everything that the app receives (`GeofenceEvent`).
public struct GeofenceOccurrence: Hashable, Sendable, Codable {
    /// The fence, the transition and its time.
    public let crossing: GeofenceCrossing
    /// The record after the transition.
    public let geofence: TrackedGeofence
    /// The position of the phone; it may be older than the crossing, and is `nil` where no fix came with it.
    public let fix: Fix?
    /// The source of the transition.
    public let origin: Origin

    /// The source of a geofence transition.
    public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
        /// The phone's system.
        case system
        /// A timer.
        case timer
        /// A fix: within a polygon, or too long outside a fence that the system considers the phone to be in.
        case fix
        /// The path between two fixes.
        case path
    }
}
