/// The entries that may be among the k nearest, from bounds of their distances.
///
/// The k smallest upper bounds are kept in order: k edges are no farther than the largest of them, so an entry with a
/// greater lower bound is excluded. An entry that is within the limit by its lower bound but not by its upper is stored
/// separately; between circles that requires a tie.
struct Shortlist: Sendable {
    /// Space for k entries; the first `filled` are those with the smallest upper bounds, in order.
    private var ranked: [Ranked] = []
    private var filled = 0
    /// Entries that were within the limit when they were stored separately.
    private var doubtful: [Ranked] = []
    /// The widest distance between the two bounds of an entry, in metres.
    private var widestGap: Float = 0
    /// The largest of the k upper bounds in metres, infinite while there are fewer than k.
    private(set) var limit = Float.infinity

    /// Prepares for a new search for `count` entries, at least 1.
    mutating func reset(count: Int) {
        filled = 0
        widestGap = 0
        limit = .infinity
        doubtful.removeAll(keepingCapacity: true)
        if ranked.count != count {
            ranked.removeAll(keepingCapacity: true)
            ranked.append(contentsOf: repeatElement(Ranked(upperBound: 0, index: 0), count: count))
        }
    }

    /// Inserts an entry, by its index in tree order, with a lower bound within the limit; bounds are in metres.
    @inline(__always)
    mutating func insert(_ index: Int, lowerBound: Float, upperBound: Float) {
        // The bounds are rounded to the nearest single-precision number, and subtracting the gap from an upper bound
        // rounds once more: one step outwards for each.
        let upperBound = upperBound.nextUp
        widestGap = max(widestGap, upperBound - lowerBound.nextDown + upperBound.ulp)
        let candidate = Ranked(upperBound: upperBound, index: index)
        guard upperBound < limit else {
            doubtful.append(candidate)
            return
        }
        ranked.withUnsafeMutableBufferPointer { ranked in
            guard filled == ranked.count else {
                Self.insert(candidate, into: ranked, before: filled)
                filled += 1
                if filled == ranked.count { limit = ranked[filled - 1].upperBound }
                return
            }
            let dropped = ranked[filled - 1]
            Self.insert(candidate, into: ranked, before: filled - 1)
            limit = ranked[filled - 1].upperBound
            if dropped.upperBound - widestGap <= limit { doubtful.append(dropped) }
        }
    }

    /// Calls a closure with the entries that may be among the k nearest, by ascending upper bounds.
    @inline(__always)
    func forEach(_ body: (_ index: Int) -> Void) {
        for candidate in ranked[..<filled] { body(candidate.index) }
        for candidate in doubtful where candidate.upperBound - widestGap <= limit { body(candidate.index) }
    }

    /// Into the sorted beginning of an array; moves those behind up by one.
    @inline(__always)
    private static func insert(
        _ candidate: Ranked,
        into ranked: UnsafeMutableBufferPointer<Ranked>,
        before end: Int
    ) {
        var index = end
        if end > 64 {
            var (low, high) = (0, end)
            while low < high {
                let middle = (low + high) / 2
                if ranked[middle] <= candidate { low = middle + 1 } else { high = middle }
            }
            index = low
            _ = ranked[(low + 1)..<(end + 1)].update(fromContentsOf: ranked[low..<end])
        } else {
            while index > 0, ranked[index - 1] > candidate {
                ranked[index] = ranked[index - 1]
                index -= 1
            }
        }
        ranked[index] = candidate
    }
}

/// An entry packed with its upper bound into one integer, which sorts by bound and is moved in one piece.
private struct Ranked: Comparable, Sendable {
    private let packed: UInt64

    @inline(__always)
    init(upperBound: Float, index: Int) {
        let bits = upperBound.bitPattern
        // The bit patterns of positive numbers are in numeric order; those of negative ones are when inverted.
        let ordered = bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
        packed = UInt64(ordered) << 32 | UInt64(UInt32(truncatingIfNeeded: index))
    }

    /// The index in tree order.
    @inline(__always)
    var index: Int { Int(packed & 0xFFFF_FFFF) }

    @inline(__always)
    var upperBound: Float {
        let ordered = UInt32(packed >> 32)
        return Float(bitPattern: ordered & 0x8000_0000 == 0 ? ~ordered : ordered & 0x7FFF_FFFF)
    }

    @inline(__always)
    static func < (lhs: Ranked, rhs: Ranked) -> Bool { lhs.packed < rhs.packed }
}
