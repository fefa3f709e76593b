/// A fence found by a search, with the distance to its edge.
public struct NearbyFence: Hashable, Sendable {
    /// The fence's index in the array searched.
    public let position: Int
    /// The distance to the edge on WGS84 in metres, negative inside.
    public let edgeMeters: Double

    /// Creates a result.
    public init(position: Int, edgeMeters: Double) {
        self.position = position
        self.edgeMeters = edgeMeters
    }
}

/// The reusable workspace and the result of a search.
///
/// The caller keeps it and passes it to the next search, so that a search allocates nothing once the arrays have grown
/// to their size. Each thread that searches needs its own.
public struct FenceSearch: Sendable {
    /// The result of the last search, nearest first.
    public internal(set) var found: [NearbyFence] = []
    /// The state of a search for the nearest.
    var nearest = NearestCollector()
    /// The state of a search within a distance.
    var range = RangeCollector()
    /// The keys of a selection under construction.
    var keys: [FenceKey] = []
    /// Subtrees still to be visited.
    var pending: [Pending] = []

    /// A subtree and the distance of its box.
    struct Pending: Sendable {
        let node: Int32
        /// The largest reach in it.
        let reach: Float
        let squaredDistance: Float
    }

    /// Creates an empty workspace.
    public init() {
        // The depth of the largest possible tree, two at a time.
        pending.reserveCapacity(80)
    }
}
