internal import VisitModel

/// A spatial index of the fences nearest to a point by the distance to their edges, exact over a million of them.
///
/// A k-d tree (Bentley, "Multidimensional binary search trees used for associative searching", CACM 18, 1975), built in
/// one pass and balanced, over the centres as vectors from the earth's centre, so that a pole or the antimeridian is no
/// special case. The straight line through the earth is a lower bound of the distance along the surface; less the
/// largest reach of a subtree it is a lower bound of every edge distance there. Only entries that these bounds can't
/// rule out are measured on the ellipsoid, so the result equals that of a scan over all fences.
public struct FenceIndex: Sendable {
    /// The fences searched; results are indices in this array.
    public let fences: [Fence]
    /// The centres and reaches in tree order, each leaf a range of blocks.
    let blocks: [Block]
    /// The fences' indices in `fences`, in tree order; the complement for a polygon.
    let positions: [Int32]
    /// The indices in tree order, in the order of `fences`.
    let places: [Int32]
    /// How much farther an edge may be than that of a circle with the same reach, in the order of `blocks`; empty where
    /// all are circles.
    let looseness: [SIMD4<Float>]
    /// The boxes round the grandchildren of every node.
    ///
    /// Node 1 is the root, 2i and 2i + 1 are the halves of i, and those from `1 << depth` on are the leaves. Every
    /// other level is skipped; an odd depth begins at a node 0 above 2 and 3.
    let quarters: [Quarters]
    /// The number of levels below the root.
    let depth: Int
    /// The bounds of polygons in the order of `fences`, zero for a circle; empty where all are circles.
    let bounds: [Bounds]
    /// The largest tolerance of a polygon, or 0.
    let largestTolerance: Double

    /// Bounds of the difference between the edge of a polygon and that of the circle round it.
    struct Bounds: Sendable {
        /// How much farther than the circle's edge the polygon's may be, in metres.
        var looseness: Float = 0
        /// The largest error of the measured distance, in metres.
        var tolerance: Float = 0
    }

    /// Builds the tree.
    ///
    /// - Parameter fences: the fences, in the order that results refer to.
    public init(_ fences: [Fence]) {
        self.fences = fences
        let prepared = fences.indices.map { Prepared(fences[$0]) }
        let builder = Builder(prepared)
        self.depth = builder.depth
        self.positions = builder.order.map { prepared[Int($0)].bounds.looseness == 0 ? $0 : ~$0 }
        var places = [Int32](repeating: 0, count: fences.count)
        for (place, position) in builder.order.enumerated() { places[Int(position)] = Int32(place) }
        self.places = places
        self.looseness = builder.looseness
        self.bounds = prepared.contains { $0.bounds.looseness > 0 } ? prepared.map(\.bounds) : []
        self.largestTolerance = prepared.reduce(0) { max($0, Double($1.bounds.tolerance)) }
        self.blocks = builder.blocks
        self.quarters = builder.quarters
    }
}
