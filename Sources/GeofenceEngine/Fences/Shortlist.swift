/// The entries that may be among the k nearest, from bounds of their distances.
///
/// The k smallest upper bounds are kept in order: k edges are no farther than the largest of them, so an entry whose lower
/// bound is above it is out. An entry that is in by its lower bound but not by its upper is kept aside; between circles
/// that takes a tie.
struct Shortlist: Sendable {
    /// Room for k entries; the first `filled` are those of the smallest upper bounds, in order.
    private(set) var entries: [Candidate] = []
    /// How many entries there are.
    private(set) var filled = 0
    /// Entries that were within the limit when they were put aside.
    private(set) var doubtful: [Candidate] = []
    /// The largest of the k upper bounds in metres, infinite while there were fewer than k.
    private(set) var limit = Float.infinity

    /// An entry that may be in the answer.
    struct Candidate: Sendable {
        /// The edge is nowhere farther than this, in metres.
        let upperBound: Float
        /// The edge is nowhere nearer than this, in metres.
        let lowerBound: Float
        /// The place in the tree's order, -1 for none.
        let index: Int32

        static let none = Candidate(upperBound: .infinity, lowerBound: .infinity, index: -1)
    }

    /// Begins anew.
    ///
    /// - Parameter count: k, at least 1.
    mutating func reset(count: Int) {
        filled = 0
        if entries.count != count {
            entries.removeAll(keepingCapacity: true)
            entries.append(contentsOf: repeatElement(.none, count: count))
        }
        doubtful.removeAll(keepingCapacity: true)
        limit = .infinity
    }

    /// Takes an entry whose lower bound is within the limit.
    @inline(__always)
    mutating func insert(_ candidate: Candidate) {
        guard candidate.upperBound < limit else {
            doubtful.append(candidate)
            return
        }
        entries.withUnsafeMutableBufferPointer { entries in
            guard let start = entries.baseAddress else { return }
            // Halving steps without a branch, then one move of memory: faster than a heap up to hundreds of entries,
            // and the answer is nearly sorted.
            var place = 0
            var length = filled
            while length > 0 {
                let half = (length + 1) / 2
                place = start[place + half - 1].upperBound <= candidate.upperBound ? place + half : place
                length -= half
            }
            if filled < entries.count {
                (start + place + 1).update(from: start + place, count: filled - place)
                start[place] = candidate
                filled += 1
                if filled < entries.count { return }
                limit = start[filled - 1].upperBound
            } else {
                let dropped = start[filled - 1]
                (start + place + 1).update(from: start + place, count: filled - 1 - place)
                start[place] = candidate
                limit = start[filled - 1].upperBound
                if dropped.lowerBound <= limit {
                    doubtful.append(dropped)
                }
            }
        }
    }
}
