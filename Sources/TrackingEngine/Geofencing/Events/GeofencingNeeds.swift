public import VisitModel

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
