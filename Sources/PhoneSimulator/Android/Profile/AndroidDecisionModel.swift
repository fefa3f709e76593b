/// The rule by which Play services decide on which side of a fence's edge a phone is.
///
/// Google's current rule is not published. Each model is a rule that was published once or can be read in open source,
/// so that an app can be tested against all of them.
public enum AndroidDecisionModel: String, Hashable, Sendable, CaseIterable {
    /// Compares the share of the accuracy circle in the fence with different thresholds for entering and leaving.
    ///
    /// From the documentation of Play services 3.2. Read literally, it decides an exit on one very inaccurate fix, even
    /// one in the middle of the fence.
    case overlap
    /// Inside if the distance is at most the larger of radius and accuracy.
    ///
    /// From AOSP's `GeofenceState`, which decided `addProximityAlert`. One very inaccurate fix near a fence is an
    /// enter.
    case aosp
    /// Inside or outside only with a certainty of 95 %.
    ///
    /// From the contract of Android's satellite receivers (`IGnssGeofenceCallback`, before it `gps.h`).
    case gnss95
    /// Inside if the whole accuracy circle is in the fence, outside if none of it is.
    ///
    /// From the tests of microG's `GeofenceState`.
    case microg
}

/// The handling of a fence's state when a fence of the same id is added again.
public enum AndroidReAddRule: String, Hashable, Sendable, CaseIterable {
    /// The state is kept with the new shape, and no initial trigger fires.
    ///
    /// A fence that has just reported an exit, and is added again around another place, stays outside. It reports no
    /// exit there until the phone was inside, or until the fence was removed first (Customer.io, `GeofenceManager.kt`).
    case keepsState
    /// The state is determined again, and the initial trigger fires again: an enter of a fence that was never left.
    ///
    /// Observed in the field (Customer.io's Android SDK, pull request 711).
    case reevaluates
}
