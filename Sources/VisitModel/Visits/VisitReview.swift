/// A person's review of a visit, which no later evaluation overrides.
public struct VisitReview: Hashable, Sendable {
    /// The decision; `nil` for a note alone.
    public let decision: Decision?
    /// The reviewer's explanation; may be empty.
    public let note: String
    /// The reviewer: a token's identifier, or `command line`.
    public let reviewer: String
    /// The time of the review.
    public let at: Timestamp

    /// Creates a review.
    public init(decision: Decision?, note: String, reviewer: String, at: Timestamp) {
        self.decision = decision
        self.note = note
        self.reviewer = reviewer
        self.at = at
    }

    /// A reviewer's decision.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The visit happened, whatever the fixes show.
        case confirmed
        /// The visit did not happen.
        case declined
    }
}

extension VisitReview {
    /// A change of a review, by a person and at a time.
    public struct Edit: Hashable, Sendable {
        /// What is changed.
        public enum Change: Hashable, Sendable {
            /// A decision, a note or both; what is `nil` stays as it was.
            case set(decision: Decision?, note: String?)
            /// Decision and note are removed.
            case clear
            /// The last change is taken back; taking that back repeats it.
            case undo
        }

        /// What is changed.
        public var change: Change
        /// The reviewer: a token's identifier, or `command line`.
        public var reviewer: String
        /// The name of the person, where one is known.
        public var reviewerName: String?
        /// The time of the change.
        public var at: Timestamp
        /// The revision of the visit that the reviewer saw; `nil` for any.
        ///
        /// A change of a visit that was corrected or decided otherwise since is refused.
        public var seen: VisitRevision?

        /// Creates a change.
        public init(
            _ change: Change,
            reviewer: String,
            reviewerName: String? = nil,
            at: Timestamp,
            seen: VisitRevision? = nil
        ) {
            self.change = change
            self.reviewer = reviewer
            self.reviewerName = reviewerName
            self.at = at
            self.seen = seen
        }

        /// Creates a change of the decision, the note or both.
        public init(decision: Decision?, note: String?, reviewer: String, at: Timestamp) {
            self.init(.set(decision: decision, note: note), reviewer: reviewer, at: at)
        }

        /// Returns the review after the change of an earlier one, if there is any; `nil` where none is left.
        ///
        /// `last` is the last correction, which is undone.
        public func applied(to earlier: VisitReview?, last: VisitCorrection? = nil) -> VisitReview? {
            switch change {
            case .set(let decision, let note):
                VisitReview(
                    decision: decision ?? earlier?.decision,
                    note: note ?? earlier?.note ?? "",
                    reviewer: reviewer,
                    at: at
                )
            case .clear: nil
            case .undo: last?.before
            }
        }

        /// What the history of the visit says of it.
        public var action: VisitCorrection.Action {
            switch change {
            case .set(.confirmed, _): .confirmed
            case .set(.declined, _): .declined
            case .set(nil, _): .noted
            case .clear: .cleared
            case .undo: .undone
            }
        }
    }
}

/// A change of a visit's review in the history of the visit.
public struct VisitCorrection: Hashable, Sendable {
    /// The kind of a change; the raw value is stored.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case confirmed, declined, noted, cleared, undone
    }

    /// What was changed.
    public let action: Action
    /// The note after it; may be empty.
    public let note: String
    /// The reviewer: a token's identifier, or `command line`.
    public let reviewer: String
    /// The name of the person at that time; `nil` where none was known.
    public let reviewerName: String?
    /// The time of the change.
    public let at: Timestamp
    /// The review before it; `nil` where there was none.
    public let before: VisitReview?

    /// Creates a correction.
    public init(
        action: Action,
        note: String,
        reviewer: String,
        reviewerName: String?,
        at: Timestamp,
        before: VisitReview?
    ) {
        self.action = action
        self.note = note
        self.reviewer = reviewer
        self.reviewerName = reviewerName
        self.at = at
        self.before = before
    }

    /// The name of the person, or else the reviewer.
    public var author: String { reviewerName ?? reviewer }

    /// The sentence `ada confirmed it: she was there`, without the time.
    public var sentence: String {
        let verb =
            switch action {
            case .confirmed: "confirmed it"
            case .declined: "declined it"
            case .noted: "noted"
            case .cleared: "cleared the review"
            case .undone: "undid the last change"
            }
        return note.isEmpty ? "\(author) \(verb)" : "\(author) \(verb): \(note)"
    }
}

/// The state of a visit that a reviewer decides about: another one when it was corrected or decided otherwise.
///
/// The times are not part of it, because those of an open visit change with every fix.
public struct VisitRevision: Hashable, Sendable {
    /// 13 letters and digits, a full stop, and the number of corrections.
    public let text: String
    /// The number of corrections.
    public let corrections: Int

    /// Restores a revision; `nil` for a text that is none.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 13,
            parts[0].utf8.allSatisfy({ $0 &- 0x61 < 26 || $0 &- 0x30 < 10 }), let corrections = Int(parts[1]),
            corrections >= 0, String(corrections) == parts[1]
        else { return nil }
        self.text = text
        self.corrections = corrections
    }

    /// Computes the revision of a visit with a number of corrections.
    public init(of visit: Visit, corrections: Int) {
        var digest = StableDigest()
        digest.combine(visit.id.text)
        digest.combine(visit.facility.text)
        digest.combine(visit.verdict.rawValue)
        digest.combine(visit.isTakenBack ? "taken back" : "stands")
        self.text = "\(StableDigest.text(of: digest.value)).\(corrections)"
        self.corrections = corrections
    }
}
