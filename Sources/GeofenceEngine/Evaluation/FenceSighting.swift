internal import VisitModel

/// One fix in relation to one fence.
struct FenceSighting {
    let fix: Fix
    /// The distance beyond the edge in metres, negative inside.
    let edgeMeters: Double
    let accuracyMeters: Double
    let breadthMeters: Double
    /// Whether the fix alone is accurate enough to change the fence's state.
    let isUsable: Bool
    /// The log odds of inside against outside of the mean of the stay's coarse fixes, this one included.
    ///
    /// `nil` where the fix is accurate enough to decide by itself.
    let pooledLogOdds: Double?
    /// The side that an accepted OS transition report gives; `nil` without one.
    let side: TransitionReport.Side?

    /// Whether the phone reported with the fix that it is at rest.
    var reportsRest: Bool { side == .resting || fix.reportsRest }

    /// The device's pace: at rest where an OS transition report says that it dwells, else what the fix reports.
    func pace(_ rules: EvaluationPolicy.Evaluation) -> Pace { side == .resting ? .resting : rules.pace(of: fix) }
}
