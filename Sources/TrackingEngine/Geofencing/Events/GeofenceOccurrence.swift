internal import TrackingModel
public import VisitModel

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
