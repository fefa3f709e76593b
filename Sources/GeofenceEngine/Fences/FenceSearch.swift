/// One fence that a search found, and how far away its edge is.
public struct NearbyFence: Hashable, Sendable {
    /// The fence's place in the array searched.
    public let position: Int
    /// The distance to the edge on WGS84 in metres, negative inside.
    public let edgeMeters: Double

    /// Makes a find.
    ///
    /// - Parameters:
    ///   - position: the fence's place in the array searched.
    ///   - edgeMeters: metres to its edge, negative inside.
    public init(position: Int, edgeMeters: Double) {
        self.position = position
        self.edgeMeters = edgeMeters
    }
}

/// What a search needs to work in, and its answer.
///
/// Kept by the caller and used again for the next search, so that a search allocates nothing once the arrays have grown
/// to their size. Each thread that searches has its own.
public struct FenceSearch: Sendable {
    /// The answer of the last search, nearest first.
    public internal(set) var found: [NearbyFence] = []
    /// What a search for the nearest keeps.
    var nearest = NearestCollector()
    /// What a search within a distance keeps.
    var range = RangeCollector()
    /// Keys of a selection in the making.
    var keys: [FenceKey] = []
    /// Subtrees still to be looked at.
    var pending: [Pending] = []

    /// A subtree, and how near its box comes.
    struct Pending: Sendable {
        let node: Int32
        /// The largest reach in it.
        let reach: Float
        let squaredDistance: Float
    }

    /// Makes an empty workspace.
    public init() {
        // As deep as a tree can be, two at a time.
        pending.reserveCapacity(80)
    }
}
