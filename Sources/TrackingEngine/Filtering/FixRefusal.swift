internal import TrackingModel
/// The reason why a fix is refused or adjusted.
///
/// Transistor, native change log: `onLocationFilter`.
public enum FixRefusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its accuracy is worse than `trackingAccuracyThreshold`.
    case lowAccuracy = "low-accuracy"
    /// The distance from the previous fix implies a speed above `maxImpliedSpeed`.
    case impliedSpeed = "implied-speed"
    /// It lies further from the others of its burst than `maxBurstDistance`.
    case outlierCapped = "outlier-capped"
    /// It is identical to the previous fix (`allowIdenticalLocations`).
    case identical
    /// It is older than the previous fix.
    case outOfOrder = "out-of-order"
    /// The system reported an exit of a geofence that the fix lies within.
    case geofenceSpuriousExit = "geofence-spurious-exit"
    /// The system repeated an entry.
    case geofenceDuplicateEnter = "geofence-duplicate-enter"
}
