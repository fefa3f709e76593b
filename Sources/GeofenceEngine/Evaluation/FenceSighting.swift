internal import VisitModel

/// One fix as one fence sees it.
struct FenceSighting {
    let fix: Fix
    /// Metres beyond the edge, negative inside.
    let edgeMeters: Double
    let accuracyMeters: Double
    let breadthMeters: Double
    /// Whether it is good enough to move the fence by itself.
    let isUsable: Bool
    /// How much likelier inside than outside the mean of the stay's coarse fixes is, this one included, as a logarithm;
    /// `nil` where the fix is good enough to decide by itself.
    let pooledLogOdds: Double?
    /// Where the phone's system says that the phone is, where that is to be heard.
    let side: FenceClaim.Side?

    /// Whether the phone said with it that it is at rest.
    var reportsRest: Bool { side == .resting || fix.reportsRest }

    /// How the device moves: at rest where the phone's system says that it dwells there, else as the fix says.
    func pace(_ rules: EvaluationPolicy.Evaluation) -> Pace { side == .resting ? .resting : rules.pace(of: fix) }
}
