internal import TrackingModel
public import VisitModel

/// A geofence that was entered, left or dwelt in, with all that the app is told of it (`GeofenceEvent`).
public struct GeofenceOccurrence: Hashable, Sendable, Codable {
    /// The fence, what happened and when.
    public let crossing: GeofenceCrossing
    /// The record, after it happened.
    public let geofence: TrackedGeofence
    /// Where the phone was; it may be older than the crossing, and `nil` where no fix came with it.
    public let fix: Fix?
    /// Who says so.
    public let origin: Origin

    /// Who says that something happened at a geofence.
    public enum Origin: String, Hashable, Sendable, Codable, CaseIterable {
        /// The phone's system.
        case system
        /// A length of time that went by.
        case timer
        /// A fix: within a polygon, or too long outside a fence that the system thinks the phone is in.
        case fix
        /// The way between two fixes.
        case path
    }
}
