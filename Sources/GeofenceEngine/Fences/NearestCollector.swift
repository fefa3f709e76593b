internal import VisitModel

/// A block with entries within the limit.
struct FoundBlock {
    /// In tree order.
    let index: Int
    let isWithin: SIMDMask<SIMD4<Int64>>
    /// The straight-line distances to the centres, in metres.
    let chords: SIMD4<Double>
}

/// Collects entries during a traversal.
protocol FenceCollector {
    /// The largest edge distance of interest, in metres; it does not increase.
    var limit: Float { get }

    /// The reaches are in metres.
    mutating func collect(_ block: FoundBlock, reach: SIMD4<Double>)
}

/// Collects the entries that may be among the k nearest.
struct NearestCollector: FenceCollector, Sendable {
    private(set) var shortlist = Shortlist()
    private var looseness: [SIMD4<Float>] = []

    /// The largest edge distance of interest, in metres; it decreases during the traversal.
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
        if !looseness.isEmpty { longest += SIMD4<Double>(looseness[block.index]) }
        let upperBounds = SIMD4<Float>(longest)
        for lane in 0..<4 where block.isWithin[lane] && lowerBounds[lane] <= shortlist.limit {
            shortlist.insert(block.index * 4 + lane, lowerBound: lowerBounds[lane], upperBound: upperBounds[lane])
        }
    }

    /// Adds one fence, if it may be among the k nearest, under its index in tree order.
    @inline(__always)
    mutating func collect(_ edge: EdgeBounds) {
        let lowerBound = Float(edge.lower)
        guard lowerBound <= shortlist.limit else { return }
        shortlist.insert(Int(edge.treeIndex), lowerBound: lowerBound, upperBound: Float(edge.upper))
    }
}

extension WGS84 {
    /// Upper bounds of the surface distances for straight lines of some lengths through the earth, in metres.
    ///
    /// Nowhere is the ellipsoid curved more than a/b², and a curve bent no more than a circle is no longer than that
    /// circle's arc over the same chord (Schur's theorem, do Carmo, 5-7). The series of the arc is truncated from
    /// above; outside its range, half the circumference of the earth divided by its diameter bounds the ratio.
    @inline(__always)
    static func longestWays(overChords chords: SIMD4<Double>) -> SIMD4<Double> {
        let half = chords * (equatorialRadius / (2 * polarRadius * polarRadius))
        let square = half * half
        let ratio = (square * 0.1 + 0.166_67) * square + 1
        return chords * ratio.replacing(with: 1.59, where: half .> 0.5)
    }

    /// The same for one straight line.
    @inline(__always)
    static func longestWay(overChord chord: Double) -> Double {
        let half = chord * (equatorialRadius / (2 * polarRadius * polarRadius))
        let square = half * half
        return chord * (half > 0.5 ? 1.59 : (square * 0.1 + 0.166_67) * square + 1)
    }
}
