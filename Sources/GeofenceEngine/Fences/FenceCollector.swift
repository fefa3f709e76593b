internal import VisitModel

/// What a walk through the tree is looking for.
protocol FenceCollector {
    /// Nothing whose edge is farther than this is wanted, in metres; it may fall during the walk.
    var limit: Float { get }
    /// Takes a block that holds entries within the limit.
    ///
    /// - Parameters:
    ///   - block: which, and what was measured.
    ///   - reach: the entries' reaches, in metres.
    mutating func take(_ block: FoundBlock, reach: SIMD4<Float>)
}

/// A block with entries within a limit.
struct FoundBlock {
    /// The block's place in the tree's order.
    let index: Int
    /// Which of the four entries are within the limit.
    let isWithin: SIMDMask<SIMD4<Int32>>
    /// The straight lines to the centres, in metres.
    let chords: SIMD4<Float>
    /// What a chord less a reach may be wrong by, in metres.
    let error: Float
}

/// Keeps the entries that may be among the k nearest.
struct NearestCollector: FenceCollector, Sendable {
    private(set) var shortlist = Shortlist()
    private var looseness: [SIMD4<Float>] = []

    @inline(__always)
    var limit: Float { shortlist.limit }

    /// Begins anew.
    mutating func reset(count: Int, looseness: [SIMD4<Float>]) {
        shortlist.reset(count: count)
        self.looseness = looseness
    }

    @inline(__always)
    mutating func take(_ block: FoundBlock, reach: SIMD4<Float>) {
        let lowerBounds = block.chords - (reach + block.error)
        var upperBounds = WGS84.longestWays(overChords: block.chords) - (reach - 2 * block.error)
        if !looseness.isEmpty {
            upperBounds += looseness[block.index]
        }
        for lane in 0..<4 where block.isWithin[lane] && lowerBounds[lane] <= shortlist.limit {
            shortlist.insert(
                Shortlist.Candidate(
                    upperBound: upperBounds[lane],
                    lowerBound: lowerBounds[lane],
                    index: Int32(truncatingIfNeeded: block.index * 4 + lane)
                )
            )
        }
    }
}

/// Keeps the entries that may lie within a distance.
struct RangeCollector: FenceCollector, Sendable {
    private(set) var limit: Float = 0
    /// Places in the tree's order.
    private(set) var indices: [Int32] = []

    /// Begins anew.
    mutating func reset(limit: Double) {
        self.limit = Float(limit).nextUp
        indices.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    mutating func take(_ block: FoundBlock, reach: SIMD4<Float>) {
        for lane in 0..<4 where block.isWithin[lane] {
            indices.append(Int32(truncatingIfNeeded: block.index * 4 + lane))
        }
    }
}
