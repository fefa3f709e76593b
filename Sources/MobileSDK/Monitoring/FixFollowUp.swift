internal import PhoneOS
internal import VisitModel

/// The fixes to request after a region transition, by an app that receives no continuous updates.
///
/// One fix proves neither an arrival nor a departure: an evaluator needs another some time later. Since there are no
/// timers here, the first fix triggers the request of one more. If both came too soon after each other, the operating
/// system's next background fetch, at which such an app always requests a fix, brings the third. Until then the system's
/// report stands for it (`ReportedTransitions`).
struct FixFollowUp: Hashable, Sendable {
    /// The minimum time between the first fix and the one that confirms it, in seconds: what the evaluator requires for
    /// an arrival, and more than it requires for a departure.
    static let confirmationSeconds = 60.0
    /// The number of fixes to request before the rest is left to the next background fetch.
    static let readings = 2

    private(set) var isPending = false
    private var first: Timestamp?
    private var asked = 0

    /// Restarts the follow-up; one fix is to be requested now.
    ///
    /// The fix that came with a transition does not count: it may be minutes old when the transition is reported.
    mutating func begin() { (isPending, first, asked) = (true, nil, 1) }

    /// Returns whether to request another fix.
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

/// The entries and exits that the phone's system reported within the last minute, by region.
///
/// The fixes of that minute are evaluated with them. Later the member may be elsewhere, and a report says nothing about
/// a fix.
struct ReportedTransitions: Hashable, Sendable {
    private struct Report: Hashable {
        let action: FenceAction
        let time: Timestamp
    }

    private var reports: [RegionID: Report] = [:]

    /// Records what the system reports at a time.
    ///
    /// That the member dwells is not evidence: the system's own timer says so, and dwell comes from the times of fixes.
    mutating func record(_ transition: RegionTransition, at ids: [RegionID], _ time: Timestamp) {
        guard transition != .dwell else { return }
        reports = reports.filter { Self.isCurrent($0.value, at: time) }
        for id in ids { reports[id] = Report(action: transition == .enter ? .entered : .exited, time: time) }
    }

    /// Returns what applies to a fix that arrives at a time.
    func current(at time: Timestamp) -> [RegionID: FenceAction] {
        reports.filter { Self.isCurrent($0.value, at: time) }.mapValues(\.action)
    }

    private static func isCurrent(_ report: Report, at time: Timestamp) -> Bool {
        report.time.seconds(to: time) < FixFollowUp.confirmationSeconds
    }
}
