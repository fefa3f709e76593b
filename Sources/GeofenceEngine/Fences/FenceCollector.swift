internal import VisitModel

/// The target of a traversal of the tree.
protocol FenceCollector {
    /// The largest edge distance of interest, in metres; it may decrease during the traversal.
    var limit: Float { get }
    /// Handles a block with entries within the limit; the reaches are in metres.
    mutating func collect(_ block: FoundBlock, reach: SIMD4<Double>)
}

struct FoundBlock {
    /// In tree order.
    let index: Int
    let isWithin: SIMDMask<SIMD4<Int64>>
    /// The straight-line distances to the centres, in metres.
    let chords: SIMD4<Double>
}

/// Collects the entries that may be among the k nearest.
struct NearestCollector: FenceCollector, Sendable {
    private(set) var shortlist = Shortlist()
    private var looseness: [SIMD4<Float>] = []

    @inline(__always)
    var limit: Float { shortlist.limit }

    mutating func reset(count: Int, index: FenceIndex) {
        shortlist.reset(count: count)
        looseness = index.looseness
    }

    @inline(__always)
    mutating func collect(_ block: FoundBlock, reach: SIMD4<Double>) {
        let lowerBounds = SIMD4<Float>(block.chords - (reach + FenceIndex.guardMeters))
        var longest = WGS84.longestWays(overChords: block.chords) - (reach - FenceIndex.guardMeters)
        if !looseness.isEmpty {
            longest += SIMD4<Double>(looseness[block.index])
        }
        let upperBounds = SIMD4<Float>(longest)
        for lane in 0..<4 where block.isWithin[lane] && lowerBounds[lane] <= shortlist.limit {
            shortlist.insert(
                block.index * 4 + lane,
                lowerBound: lowerBounds[lane],
                upperBound: upperBounds[lane]
            )
        }
    }

    /// Adds one fence, if it may be among the k nearest, under the index that the shortlist returns; lengths are in
    /// metres.
    ///
    /// `chord` is the straight-line distance to the centre. `looseness`: how much farther the edge may be than that of
    /// a circle with this reach.
    @inline(__always)
    mutating func collect(_ index: Int, chord: Double, reach: Double, looseness: Double) {
        let lowerBound = Float(chord - reach - FenceIndex.guardMeters)
        guard lowerBound <= shortlist.limit else { return }
        let upperBound = WGS84.longestWay(overChord: chord) - reach + looseness + FenceIndex.guardMeters
        shortlist.insert(index, lowerBound: lowerBound, upperBound: Float(upperBound))
    }
}

/// Collects the entries that may lie within a distance.
struct RangeCollector: FenceCollector, Sendable {
    private(set) var limit: Float = 0
    /// Indices in tree order.
    private(set) var indices: [Int32] = []

    mutating func reset(limit: Double) {
        self.limit = Float(limit).nextUp
        indices.removeAll(keepingCapacity: true)
    }

    @inline(__always)
    mutating func collect(_ block: FoundBlock, reach: SIMD4<Double>) {
        for lane in 0..<4 where block.isWithin[lane] {
            indices.append(Int32(truncatingIfNeeded: block.index * 4 + lane))
        }
    }
}
