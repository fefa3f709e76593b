internal import VisitModel

extension FenceIndex {
    /// A fence with its bounds.
    struct Prepared {
        /// The centre.
        let center: SIMD3<Double>
        /// The edge is nowhere nearer than the centre's distance less this: the radius of a circle.
        let reach: Double
        /// How much farther the edge may be; zero for a circle.
        let bounds: Bounds

        /// Computes the bounds.
        init(_ fence: Fence) {
            center = fence.center.position
            guard case .polygon(let polygon) = fence.geofence else {
                reach = fence.reachMeters
                bounds = Bounds()
                return
            }
            let tolerance = polygon.distanceTolerance
            reach = fence.reachMeters + tolerance
            // A point at a distance d from the centre is at most d farther from the edge than the centre is.
            let centerToEdge = fence.signedDistance(to: fence.geofence.center, fence.center)
            bounds = Bounds(
                looseness: Float(reach + centerToEdge + 2 * tolerance).nextUp,
                tolerance: Float(tolerance).nextUp
            )
        }
    }
}
