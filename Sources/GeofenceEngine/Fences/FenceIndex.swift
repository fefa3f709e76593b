internal import VisitModel

/// The search for the fences nearest to a point by the distance to their edges, exact over a million of them.
///
/// A k-d tree (Bentley, "Multidimensional binary search trees used for associative searching", CACM 18, 1975), built in
/// one go and balanced, over the centres as vectors from the earth's centre, so that a pole or the antimeridian is
/// nothing special. The straight line through the earth is a lower bound of the way along the surface; less the largest
/// reach of a subtree it is a lower bound of every edge distance there. Only what these bounds can't rule out is measured
/// on the ellipsoid, so the answer is that of a scan over all fences.
public struct FenceIndex: Sendable {
    /// The fences searched; results are positions in this array.
    public let fences: [Fence]
    /// What is measured, in the order of the tree.
    let entries: [Entry]
    /// How much farther than its circle would say an edge may be, in the order of `blocks`; empty where all are circles.
    let looseness: [SIMD4<Float>]
    /// The centres again, small and four at a time, in the order of `entries`.
    let blocks: [Block]
    /// Where the blocks of a leaf count from, and in the last lane the largest of the numbers in them, to judge their
    /// rounding by.
    let leaves: [SIMD4<Float>]
    /// The boxes round the grandchildren of every node.
    ///
    /// Node 1 is the root, 2i and 2i + 1 are the halves of i, and those from `1 << depth` on are the leaves. Every other
    /// level is skipped; an odd depth begins at a node 0 above 2 and 3.
    let quarters: [Quarters]
    /// How often the whole is halved.
    let depth: Int
    /// How far a measured distance may be from the true one, in metres, in the order of `fences`; empty where all are
    /// circles.
    let tolerances: [Float]
    /// The largest of them, or 0.
    let largestTolerance: Double

    /// What is kept of a fence for measuring.
    struct Entry: Sendable {
        /// The centre.
        let x, y, z: Double
        /// The edge is nowhere nearer than the centre's distance less this: the radius of a circle.
        let reach: Double
        /// The fence's place in `fences`.
        let position: Int32
        /// Whether the edge is just `reach` from the centre.
        let isCircle: Bool
    }

    /// Builds the tree.
    ///
    /// - Parameter fences: in the order that results refer to.
    public init(_ fences: [Fence]) {
        self.fences = fences
        let prepared = fences.indices.map { Prepared(fences[$0], at: $0) }
        let builder = Builder(prepared)
        self.depth = builder.depth
        self.entries = builder.order.map { prepared[Int($0)].entry }
        self.looseness = builder.looseness
        self.tolerances = prepared.contains { $0.tolerance > 0 } ? prepared.map { Float($0.tolerance).nextUp } : []
        self.largestTolerance = prepared.reduce(0) { max($0, $1.tolerance) }
        self.leaves = builder.leaves
        self.blocks = builder.blocks
        self.quarters = builder.quarters
    }
}
