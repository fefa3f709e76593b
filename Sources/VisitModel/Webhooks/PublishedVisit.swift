/// A visit as its webhook messages describe it.
public enum PublishedVisit: Hashable, Sendable {
    /// There is no message yet; the next ones report the visit from its entry on.
    case nothing
    /// The visit was loaded without messages, and had this status.
    case withheld(Visit.Status)
    /// The facts as of the last message, and whether one of the messages was `visit.exited`.
    case facts(Visit.Facts, hasExited: Bool)
}

extension Visit {
    /// The members of a visit whose changes are reported.
    public struct Facts: Hashable, Sendable {
        /// When the member entered.
        public let enteredAt: Timestamp
        /// When the dwell threshold was reached; `nil` before.
        public let dwelledAt: Timestamp?
        /// When the visit ended; `nil` while it is open.
        public let exitedAt: Timestamp?
        /// The progress of the visit.
        public let status: Status
        /// How well the stay is proven.
        public let evidence: Evidence
        /// Whether the visit counts, and the reason if it does not.
        public let verdict: Verdict
        /// The month it counts in.
        public let month: Month

        /// Creates the facts of a visit.
        public init(
            enteredAt: Timestamp,
            dwelledAt: Timestamp?,
            exitedAt: Timestamp?,
            status: Status,
            evidence: Evidence,
            verdict: Verdict,
            month: Month
        ) {
            self.enteredAt = enteredAt
            self.dwelledAt = dwelledAt
            self.exitedAt = exitedAt
            self.status = status
            self.evidence = evidence
            self.verdict = verdict
            self.month = month
        }
    }

    /// The reported members of this visit.
    public var facts: Facts {
        Facts(
            enteredAt: enteredAt,
            dwelledAt: dwelledAt,
            exitedAt: exitedAt,
            status: status,
            evidence: evidence,
            verdict: verdict,
            month: month
        )
    }
}

extension Visit.Facts {
    /// Whether late input withdrew the visit or a person declined it.
    public var isTakenBack: Bool { status.isTakenBack }
}

/// How late a change of a visit became known, by the times of the fixes.
public struct ChangeLateness: Hashable, Sendable {
    /// The age of the input that caused the change when it arrived: how long before the newest fix of its device it was
    /// taken, in seconds; 0 for one that arrived in order.
    public let inputSeconds: Double
    /// How long after the visit's end the input was taken that shows the end, in seconds; 0 where the end is older news.
    public let endSeconds: Double

    /// Creates a lateness.
    public init(inputSeconds: Double, endSeconds: Double) {
        self.inputSeconds = inputSeconds
        self.endSeconds = endSeconds
    }
}
