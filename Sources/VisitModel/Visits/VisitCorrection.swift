/// A change of a visit's review in the history of the visit.
public struct VisitCorrection: Hashable, Sendable {
    /// The kind of a change; the raw value is stored.
    public enum Action: String, Hashable, Sendable, CaseIterable {
        case confirmed, declined, noted, cleared, undone
        /// The visit was added by a person.
        case added
        /// An added visit decides about this one; the same words as those of `VisitReview.Link.Kind`.
        case moved, replaced, covered, kept
        /// The added visit no longer decides about this one.
        case released

        /// Whether a person changed the review of the visit itself, which can be undone.
        public var isOwn: Bool {
            switch self {
            case .confirmed, .declined, .noted, .cleared, .undone, .added: true
            case .moved, .replaced, .covered, .kept, .released: false
            }
        }

        /// The action by which an added visit decides.
        public init(_ kind: VisitReview.Link.Kind) {
            self =
                switch kind {
                case .moved: .moved
                case .replaced: .replaced
                case .covered: .covered
                case .kept: .kept
                }
        }
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
    /// The other visit of a move, or the added one that decides.
    public let linked: VisitID?

    /// Creates a correction.
    public init(
        action: Action,
        note: String,
        reviewer: String,
        reviewerName: String?,
        at: Timestamp,
        before: VisitReview?,
        linked: VisitID? = nil
    ) {
        self.action = action
        self.note = note
        self.reviewer = reviewer
        self.reviewerName = reviewerName
        self.at = at
        self.before = before
        self.linked = linked
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
            case .added: linked == nil ? "added it" : "moved it here"
            case .moved: "moved it to another facility"
            case .replaced: "added another visit that counts instead"
            case .covered: "added another visit of this time, which counts instead"
            case .kept: "added another visit of this time and kept this one"
            case .released: "changed the other visit, which no longer counts instead"
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
