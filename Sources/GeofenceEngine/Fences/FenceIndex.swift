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
    /// The centres in the order of the tree: each leaf is a stretch of this array.
    let entries: [Entry]
    /// The nodes of a complete binary tree: node 1 is the root, 2i and 2i + 1 are the children of i.
    let nodes: [Node]
    /// How many leaves the tree has: a power of two.
    let leafCount: Int
    /// The largest `distanceTolerance` of a polygon.
    let largestTolerance: Double

    /// What is kept of a fence for the search.
    struct Entry: Sendable {
        /// The centre.
        let x, y, z: Double
        /// The edge is nowhere nearer than the centre's distance less this.
        let reach: Double
        /// The edge is nowhere farther than the centre's distance less `reach`, plus this: 0 for a circle, whose edge
        /// is exactly there, more for a polygon.
        let looseness: Float
        /// The fence's place in `fences`.
        let position: Int32
    }

    /// A box round the centres of a subtree, rounded outwards.
    struct Node: Sendable {
        var lowX, lowY, lowZ, highX, highY, highZ: Float
        /// The largest reach in the subtree.
        var reach: Float

        static let nothing = Node(
            lowX: .infinity,
            lowY: .infinity,
            lowZ: .infinity,
            highX: -.infinity,
            highY: -.infinity,
            highZ: -.infinity,
            reach: -.infinity
        )
    }

    /// Builds the tree.
    ///
    /// - Parameter fences: in the order that results refer to.
    public init(_ fences: [Fence]) {
        self.fences = fences
        let leafCount = Self.leafCount(for: fences.count)
        self.leafCount = leafCount
        var largestTolerance = 0.0
        let unordered = fences.enumerated().map { position, fence in
            let (entry, tolerance) = Self.entry(for: fence, at: Int32(position))
            largestTolerance = max(largestTolerance, tolerance)
            return entry
        }
        self.largestTolerance = largestTolerance
        self.entries = Self.arranged(unordered, leafCount: leafCount)
        self.nodes = Self.nodes(over: entries, leafCount: leafCount)
    }

    /// Where a leaf begins in an array of entries; the leaf after the last begins at its end.
    @inline(__always)
    static func firstEntry(ofLeaf leaf: Int, leafCount: Int, count: Int) -> Int {
        leaf * count / leafCount
    }

    /// As many leaves as it takes for at most this many entries in one.
    private static let leafCapacity = 12

    private static func leafCount(for count: Int) -> Int {
        var leaves = 1
        while leaves * leafCapacity < count { leaves *= 2 }
        return leaves
    }

    /// Prepares one fence, and tells how far its measured distance may be from the true one.
    private static func entry(for fence: Fence, at position: Int32) -> (entry: Entry, tolerance: Double) {
        let center = fence.center.position
        var reach = fence.reachMeters
        var looseness: Float = 0
        var tolerance = 0.0
        if case .polygon(let polygon) = fence.geofence {
            tolerance = polygon.distanceTolerance
            // A point at a distance d from the centre is at most d farther from the edge than the centre is.
            let centerToEdge = fence.signedDistance(to: fence.geofence.center, fence.center)
            reach += tolerance
            looseness = Float(reach + centerToEdge + 2 * tolerance).nextUp
        }
        let entry = Entry(
            x: center.x,
            y: center.y,
            z: center.z,
            reach: reach,
            looseness: looseness,
            position: position
        )
        return (entry, tolerance)
    }
}
