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
    /// The added visit that counts instead; `nil` for a decision of its own.
    public let link: Link?

    /// Creates a review.
    public init(decision: Decision?, note: String, reviewer: String, at: Timestamp, link: Link? = nil) {
        self.decision = decision
        self.note = note
        self.reviewer = reviewer
        self.at = at
        self.link = link
    }

    /// A reviewer's decision.
    public enum Decision: String, Hashable, Sendable, CaseIterable {
        /// The visit happened, whatever the fixes show.
        case confirmed
        /// The visit did not happen.
        case declined
    }

    /// What an added visit decides about another one while it counts.
    public struct Link: Hashable, Sendable {
        /// Why it is decided; the raw value is stored.
        public enum Kind: String, Hashable, Sendable, CaseIterable {
            /// The visit was moved to the facility of the added one.
            case moved
            /// The person chose that the added visit counts instead.
            case replaced
            /// The added visit counts instead, because both are of the same stay.
            case covered
            /// The person chose that both count.
            case kept

            /// What is decided about the visit.
            public var decision: Decision { self == .kept ? .confirmed : .declined }
        }

        /// Why it is decided.
        public let kind: Kind
        /// The added visit.
        public let visit: VisitID

        /// Creates a link.
        public init(_ kind: Kind, to visit: VisitID) {
            self.kind = kind
            self.visit = visit
        }
    }

    /// The review of a visit about which an added one decides, with its own note where it has one.
    public init(_ link: Link, by added: VisitReview?, own: VisitReview?) {
        self.init(
            decision: link.kind.decision,
            note: own?.note ?? "",
            reviewer: added?.reviewer ?? "",
            at: added?.at ?? own?.at ?? .beginningOfTime,
            link: link
        )
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
        /// `last` is the last correction of the visit itself, which is undone.
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
