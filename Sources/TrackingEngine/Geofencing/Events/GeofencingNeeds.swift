public import VisitModel

/// What geofences need of the phone beside regions.
public struct GeofencingNeeds: Hashable, Sendable {
    /// When `tick(at:)` wants to be called; `nil` for never.
    public var timer: Timestamp?
    /// Whether fixes are needed as often and as exact as the phone can: the phone is in the circle round a polygon.
    public var highRate = false
    /// Whether one fix is needed: to confirm an exit, or to choose.
    public var fix = false
    /// Whether significant changes are needed (iOS, geofences-only).
    public var significantChanges = false
    /// Whether a stream of fixes is needed while moving (Android, geofences-only, `geofenceModeHighAccuracy`).
    public var stream = false

    /// Nothing is needed.
    public init() {}
}
