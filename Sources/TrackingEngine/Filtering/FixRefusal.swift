internal import TrackingModel

/// Why a fix is not delivered, or not as it came.
///
/// Transistor, native change log: `onLocationFilter`.
public enum FixRefusal: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its accuracy is worse than `trackingAccuracyThreshold`.
    case lowAccuracy = "low-accuracy"
    /// The way from the fix before would have taken more than `maxImpliedSpeed`.
    case impliedSpeed = "implied-speed"
    /// It lies further from the others of its burst than `maxBurstDistance`.
    case outlierCapped = "outlier-capped"
    /// It is the same as the fix before (`allowIdenticalLocations`).
    case identical
    /// It was taken before the fix before it.
    case outOfOrder = "out-of-order"
    /// The system told of leaving a geofence that the fix lies within.
    case geofenceSpuriousExit = "geofence-spurious-exit"
    /// The system told of an entry that was told before.
    case geofenceDuplicateEnter = "geofence-duplicate-enter"
}
