extension EvaluationPolicy.Evaluation {
    /// Whether a fix of an accuracy can move a fence of a size.
    @inline(__always)
    func isUsable(accuracyMeters: Double, reachMeters: Double) -> Bool {
        guard let accuracyLimitMeters else { return true }
        return accuracyMeters <= max(accuracyLimitMeters, reachMeters / 2)
    }

    /// Whether a fix lies inside with a probability over one half.
    ///
    /// For a circle of radius r and a fix at distance d with a standard deviation σ each way, P(inside) is close to
    /// Φ((r - √(d² + σ²)) / σ) (within 0.02 of the exact non-central χ² while σ < r/2; over one half when the root mean
    /// square of the distance is within the radius). σ = accuracy / 1.5096, for 68 % of a Rayleigh distribution lie
    /// within 1.5096 σ. A polygon is taken as a circle of its reach, its edge as that circle's edge.
    @inline(__always)
    func isInside(edgeMeters: Double, accuracyMeters: Double, reachMeters: Double) -> Bool {
        guard edgeMeters <= 0 else { return false }
        guard weighsAccuracy else { return true }
        let sigma = accuracyMeters / 1.5096
        let distance = max(0, edgeMeters + reachMeters)
        return distance * distance + sigma * sigma <= reachMeters * reachMeters
    }

    /// Whether a fix lies clearly beyond the edge: all of its accuracy circle outside the buffer.
    @inline(__always)
    func isBeyond(edgeMeters: Double, accuracyMeters: Double, reachMeters: Double) -> Bool {
        let buffer = max(exitBufferMeters, exitBufferShare * reachMeters)
        return edgeMeters - (weighsAccuracy ? accuracyMeters : 0) > buffer
    }
}
