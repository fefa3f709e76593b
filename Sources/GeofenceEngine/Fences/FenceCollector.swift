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
    mutating func take(_ block: FoundBlock, reach: SIMD4<Double>)
}

/// A block with entries within a limit.
struct FoundBlock {
    /// The block's place in the tree's order.
    let index: Int
    /// Which of the four fences are within the limit.
    let isWithin: SIMDMask<SIMD4<Int64>>
    /// The straight lines to the centres, in metres.
    let chords: SIMD4<Double>
}

/// Keeps the entries that may be among the k nearest.
struct NearestCollector: FenceCollector, Sendable {
    private(set) var shortlist = Shortlist()
    private var looseness: [SIMD4<Float>] = []

    @inline(__always)
    var limit: Float { shortlist.limit }

    /// Begins anew.
    mutating func reset(count: Int, index: FenceIndex) {
        shortlist.reset(count: count)
        looseness = index.looseness
    }

    @inline(__always)
    mutating func take(_ block: FoundBlock, reach: SIMD4<Double>) {
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

    /// Takes one fence, if it may be among the k nearest.
    ///
    /// - Parameters:
    ///   - index: what the shortlist is to hand out.
    ///   - chord: the straight line to the centre, in metres.
    ///   - reach: the fence's reach, in metres.
    ///   - looseness: how much farther than a circle would say the edge may be, in metres.
    @inline(__always)
    mutating func take(_ index: Int, chord: Double, reach: Double, looseness: Double) {
        let lowerBound = Float(chord - reach - FenceIndex.guardMeters)
        guard lowerBound <= shortlist.limit else { return }
        let upperBound = WGS84.longestWay(overChord: chord) - reach + looseness + FenceIndex.guardMeters
        shortlist.insert(index, lowerBound: lowerBound, upperBound: Float(upperBound))
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
    mutating func take(_ block: FoundBlock, reach: SIMD4<Double>) {
        for lane in 0..<4 where block.isWithin[lane] {
            indices.append(Int32(truncatingIfNeeded: block.index * 4 + lane))
        }
    }
}
