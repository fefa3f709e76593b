public import VisitModel

extension VisitChange {
    /// Input that is more than this much older than the newest fix of its device belongs to a backlog, in seconds.
    static let backlogAgeSeconds = 120.0

    /// An end that a fix shows more than this long after it may change when the fixes in between arrive, in seconds.
    static let uncertainEndSeconds = 3_600.0

    /// Whether further input is likely to change what the changes of a visit report, so that they are better collected
    /// than sent at once.
    ///
    /// A correction is. A step is, where it was found by input of a backlog; the rest of the backlog follows. An end is
    /// also where the phone's first fix after a long gap shows it, because a backlog may follow. Other steps are final:
    /// they are reported as they happen. `collected` are the changes that were collected before; a step among them is
    /// no new one.
    public static func areProvisional(
        _ changes: [VisitChange],
        collected: [VisitChange],
        _ lateness: ChangeLateness
    ) -> Bool {
        guard lateness.inputSeconds <= backlogAgeSeconds else { return true }
        return changes.allSatisfy { change in
            if change.type == .visitCorrected || collected.contains(where: { $0.type == change.type }) { return true }
            return change.type.isOfEnd && lateness.endSeconds > uncertainEndSeconds
        }
    }
}
