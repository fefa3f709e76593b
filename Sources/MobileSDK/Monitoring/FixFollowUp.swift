internal import VisitModel

/// Which readings are asked for after a region's transition, by an app that gets no others.
///
/// One reading proves neither an arrival nor a departure: an evaluator wants another some time later. There are no timers
/// here, so the first reading asks for one more; where both came too soon after each other, the system's next moment for
/// background work, at which such an app always asks, brings the third.
struct FixFollowUp: Hashable, Sendable {
    /// How long after the first reading another confirms it, in seconds: what the evaluator wants of an arrival, and more
    /// than it wants of a departure.
    static let confirmationSeconds = 60.0
    /// How many readings are asked for before it is left to the next moment for background work.
    static let readings = 2

    /// Whether a reading is wanted still.
    private(set) var isPending = false
    private var first: Timestamp?
    private var asked = 0

    /// Begins anew; one reading is to be asked for now.
    ///
    /// The reading that a transition came with is no beginning: it may be minutes old when the transition is told.
    mutating func begin() {
        (isPending, first, asked) = (true, nil, 1)
    }

    /// Takes a reading.
    ///
    /// - Returns: whether one more is to be asked for now.
    mutating func take(_ fix: Fix) -> Bool {
        guard isPending else { return false }
        let first = first ?? fix.time
        self.first = first
        guard first.seconds(to: fix.time) < Self.confirmationSeconds else {
            isPending = false
            return false
        }
        guard asked < Self.readings else { return false }
        asked += 1
        return true
    }
}
