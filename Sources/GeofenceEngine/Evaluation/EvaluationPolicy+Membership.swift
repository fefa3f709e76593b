internal import VisitModel

extension EvaluationPolicy.Evaluation {
    /// Whether a fix of an accuracy can move a fence of a size.
    @inline(__always)
    func isUsable(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard let accuracyLimitMeters else { return true }
        return accuracyMeters <= max(accuracyLimitMeters, breadthMeters / 2)
    }

    /// Whether a fix lies inside with a probability of about one half or more.
    ///
    /// For a circle of radius r and a fix at distance d with a standard deviation σ each way, P(inside) is close to
    /// Φ((r - √(d² + σ²)) / σ) (within 0.03 of the exact non-central χ² while σ < r/2), which is one half where the root
    /// mean square of the distance is the radius. There the exact probability is 0.49 while accuracy < 3r/4 and falls to
    /// 0.39 at 1.5r, where the last fix passes. σ = accuracy / 1.5096, for 68 % of a Rayleigh distribution lie within
    /// 1.5096 σ. A polygon is taken as a circle of its breadth, its edge as that circle's edge.
    @inline(__always)
    func isInside(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        guard edgeMeters <= 0 else { return false }
        guard weighsAccuracy else { return true }
        let sigma = accuracyMeters / 1.5096
        // No fence is narrower than the fix is deep inside it.
        let radius = max(breadthMeters, -edgeMeters)
        let distance = edgeMeters + radius
        return distance * distance + sigma * sigma <= radius * radius
    }

    /// Whether a fix is too coarse for a fence to decide by itself: even in the middle of the fence it would be inside with
    /// a probability of at most about 0.84.
    ///
    /// Such fixes decide together, by their mean position.
    @inline(__always)
    func isCoarse(accuracyMeters: Double, breadthMeters: Double) -> Bool {
        weighsAccuracy && accuracyMeters > 0.75 * breadthMeters
    }

    /// Whether a fix too poor to move a fence still shows that the device is elsewhere.
    func excludes(edgeMeters: Double, accuracyMeters: Double) -> Bool {
        weighsAccuracy && edgeMeters > 1.5 * accuracyMeters + exitBufferMeters
    }

    /// Whether a fix lies clearly beyond the edge: all of its accuracy circle outside the buffer.
    @inline(__always)
    func isBeyond(edgeMeters: Double, accuracyMeters: Double, breadthMeters: Double) -> Bool {
        let buffer = max(exitBufferMeters, exitBufferShare * breadthMeters)
        return edgeMeters - (weighsAccuracy ? accuracyMeters : 0) > buffer
    }

    /// How long ago a device left that was first seen outside after a silence.
    ///
    /// One that is on the move goes at its own speed, as far as somebody on foot gets before a late word of the exit;
    /// what lies beyond, and the way of one that says nothing of its speed, takes a car's time.
    ///
    /// - Parameters:
    ///   - meters: how far beyond the edge it was seen.
    ///   - speed: how fast it moved, in metres per second, where it said so.
    /// - Returns: seconds.
    func secondsFromEdge(meters: Double, speed: Double?) -> Double {
        guard let speed, speed >= movingSpeed else { return meters / travelSpeed }
        let near = min(meters, Self.nearbyMeters)
        return near / speed + (meters - near) / max(speed, travelSpeed)
    }

    /// How far from the edge is near by, in metres: five or six minutes on foot, within which a late word of an exit comes.
    static let nearbyMeters = 500.0
}
