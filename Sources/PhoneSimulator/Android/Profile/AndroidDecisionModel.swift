/// How Play services decide on which side of a fence's edge a phone is.
///
/// What Google's service does today is not published. Each model is a rule that was published once or can be read in
/// open source, so that an app can be tried against all of them.
public enum AndroidDecisionModel: String, Hashable, Sendable, CaseIterable {
    /// How much of the accuracy circle lies in the fence, with different shares for going in and out.
    ///
    /// From the documentation that came with Play services 3.2. Read to the letter it takes one very poor reading for an
    /// exit, even one in the middle of the fence.
    case overlap
    /// Inside when the distance is no more than the larger of radius and accuracy.
    ///
    /// From AOSP's `GeofenceState`, which decided `addProximityAlert`. One very poor reading near a fence is an enter.
    case aosp
    /// Inside or outside only with a certainty of 95 %.
    ///
    /// From the contract of Android's satellite receivers (`IGnssGeofenceCallback`, before it `gps.h`).
    case gnss95
    /// Inside when the whole accuracy circle is in the fence, outside when none of it is.
    ///
    /// From the tests of microG's `GeofenceState`.
    case microg
}

/// What happens with what is known of a fence when one of the same id is added again.
public enum AndroidReAddRule: String, Hashable, Sendable, CaseIterable {
    /// The state goes on with the new shape, and no initial trigger fires.
    ///
    /// A fence that has just told of an exit, and is added again round another place, stays outside and tells of no exit
    /// there until the phone was inside, or until it was removed first (Customer.io, `GeofenceManager.kt`).
    case keepsState
    /// The state is found anew, and the initial trigger fires again: an enter of a fence that was never left.
    ///
    /// Seen in the field (Customer.io's Android SDK, pull request 711).
    case reevaluates
}
