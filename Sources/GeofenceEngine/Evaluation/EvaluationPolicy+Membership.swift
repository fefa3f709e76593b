internal import VisitModel

extension EvaluationPolicy.Evaluation {
    @inline(__always)
    func isUsable(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard let accuracyLimitMeters else { return true }
        return accuracyMeters <= max(accuracyLimitMeters, breadthMeters / 2)
    }

    /// Whether a fix lies inside with a probability of about one half or more.
    ///
    /// For a circle of radius r and a fix at distance d with a standard deviation σ each way, P(inside) is close to
    /// Φ((r - √(d² + σ²)) / σ) (within 0.03 of the exact non-central χ² while σ < r/2). It is one half where the root
    /// mean square of the distance is the radius. There the exact probability is 0.49 while accuracy < 3r/4 and falls
    /// to 0.39 at 1.5r, where the last fix passes. σ = accuracy / 1.5096, because 68 % of a Rayleigh distribution lie
    /// within 1.5096 σ. A polygon is treated as a circle of its breadth, its edge as that circle's edge.
    @inline(__always)
    func isInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard edgeMeters <= 0 else { return false }
        guard weighsAccuracy else { return true }
        let sigma = accuracyMeters / PositionSum.accuracyPerDeviation
        // A fence is at least as broad as the fix is deep inside it.
        let radius = max(breadthMeters, -edgeMeters)
        let distance = edgeMeters + radius
        return distance * distance + sigma * sigma <= radius * radius
    }

    /// Whether a fix is too coarse to decide for a fence by itself.
    ///
    /// Even in the middle of the fence it would be inside with a probability of at most about 0.84. Such fixes decide
    /// together, by their mean position.
    @inline(__always)
    func isCoarse(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        weighsAccuracy && accuracyMeters > 0.75 * breadthMeters
    }

    /// Whether a fix too inaccurate to change a fence's state still shows that the device is elsewhere.
    func excludes(edgeMeters: Double, accuracyMeters: Double) -> Bool {
        weighsAccuracy && edgeMeters > 1.5 * accuracyMeters + exitBufferMeters
    }

    /// Whether a fix lies clearly beyond the edge: all of its accuracy circle outside the buffer.
    @inline(__always)
    func isBeyond(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        let buffer = max(exitBufferMeters, exitBufferShare * breadthMeters)
        return edgeMeters - (weighsAccuracy ? accuracyMeters : 0) > buffer
    }

    /// The seconds since a device first seen outside after a gap in fixes crossed the edge.
    ///
    /// A device on the move covers the first `nearbyMeters` at its own speed. The rest of the way, or the whole way
    /// without a reported speed in metres per second, is covered at `travelSpeed`.
    func secondsFromEdge(meters: Double, speed: Double?) -> Double {
        guard let speed, speed >= movingSpeed else { return meters / travelSpeed }
        let near = min(meters, Self.nearbyMeters)
        return near / speed + (meters - near) / max(speed, travelSpeed)
    }

    /// A late exit report comes within five or six minutes on foot.
    static let nearbyMeters = 500.0
}
