internal import VisitModel

/// The fixes to request after a region transition, by an app that receives no continuous updates.
///
/// One fix proves neither an arrival nor a departure: an evaluator needs another some time later. Since there are no
/// timers here, the first fix triggers the request of one more. If both came too soon after each other, the operating
/// system's next background fetch, at which such an app always requests a fix, brings the third.
struct FixFollowUp: Hashable, Sendable {
    /// The minimum time between the first fix and the one that confirms it, in seconds: what the evaluator requires for
    /// an arrival, and more than it requires for a departure.
    static let confirmationSeconds = 60.0
    /// The number of fixes to request before the rest is left to the next background fetch.
    static let readings = 2

    /// Whether another fix is still needed.
    private(set) var isPending = false
    private var first: Timestamp?
    private var asked = 0

    /// Restarts the follow-up; one fix is to be requested now.
    ///
    /// The fix that came with a transition does not count: it may be minutes old when the transition is reported.
    mutating func begin() {
        (isPending, first, asked) = (true, nil, 1)
    }

    /// Processes a fix.
    ///
    /// - Returns: whether one more is to be requested now.
    mutating func process(_ fix: Fix) -> Bool {
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
