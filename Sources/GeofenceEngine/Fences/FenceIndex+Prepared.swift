internal import VisitModel

extension FenceIndex {
    /// A fence with its bounds.
    struct Prepared {
        /// The centre.
        let center: SIMD3<Double>
        /// The edge is nowhere nearer than the centre's distance less this: the radius of a circle.
        let reach: Double
        /// How much farther than the centre's distance less `reach` the edge may be, in metres: 0 for a circle.
        let looseness: Float
        /// How far the measured distance may be from the true one, in metres.
        let tolerance: Double

        /// Works out the bounds.
        init(_ fence: Fence) {
            self.center = fence.center.position
            var reach = fence.reachMeters
            switch fence.geofence {
            case .circle:
                self.looseness = 0
                self.tolerance = 0
            case .polygon(let polygon):
                let tolerance = polygon.distanceTolerance
                reach += tolerance
                // A point at a distance d from the centre is at most d farther from the edge than the centre is.
                let centerToEdge = fence.signedDistance(to: fence.geofence.center, fence.center)
                self.looseness = Float(reach + centerToEdge + 2 * tolerance).nextUp
                self.tolerance = tolerance
            }
            self.reach = reach
        }
    }
}
