extension Visit {
    /// The progress of a visit.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The member is there.
        case open
        /// The member left.
        case closed
        /// No fix arrived for longer than the limit; the visit ends at its last proof.
        case timedOut = "timed_out"
        /// Late input showed that the visit never happened.
        case withdrawn
        /// A reviewer declined the visit.
        case declined
    }

    /// How well a stay is proven.
    public enum Evidence: String, Hashable, Sendable, CaseIterable {
        /// Fixes inside span the dwell threshold; reported rest bridges a gap between two of them, never one at the
        /// end.
        case confirmed
        /// A gap without fixes was bridged.
        case inferred
        /// The dwell threshold was not reached.
        case none
    }

    /// Whether a visit counts, and the reason if it does not.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// The visit is part of the month's count.
        case counted
        /// The dwell threshold was not reached.
        case tooShort = "too_short"
        /// The policy does not count visits with this evidence.
        case weakEvidence = "weak_evidence"
        /// Another facility was clearly more likely at the time.
        case ambiguous
        /// The policy counts one visit a day, and an earlier one of that day counts.
        case sameDay = "same_day"
        /// The visit rests on a mock fix or on two places that are impossible together.
        case doubtful
        /// The confidence is too low to count; a person can review the visit.
        case unproven
        /// Late input or a reviewer took the visit back.
        case takenBack = "taken_back"
    }

    /// Warnings for a person who reviews a count.
    public struct Doubts: OptionSet, Hashable, Sendable {
        /// The bits, as stored.
        public let rawValue: Int

        /// Creates doubts from the stored bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A fix of the visit was produced by a program.
        public static let mockLocation = Doubts(rawValue: 1 << 0)
        /// Another phone of the member was elsewhere at the time.
        public static let twoPlacesAtOnce = Doubts(rawValue: 1 << 1)
        /// The visit overlaps another visit of the member by more than half of the shorter one.
        public static let overlapping = Doubts(rawValue: 1 << 2)
        /// The facility moved or was retired during the visit.
        public static let facilityChanged = Doubts(rawValue: 1 << 3)
        /// The phone's clock seemed to be behind: the visit may have been later than recorded.
        public static let clockBehind = Doubts(rawValue: 1 << 4)

        /// The names of the set bits, for reports.
        public var names: [String] {
            let all: [(Doubts, String)] = [
                (.mockLocation, "mock_location"), (.twoPlacesAtOnce, "two_places_at_once"),
                (.overlapping, "overlapping"), (.facilityChanged, "facility_changed"),
                (.clockBehind, "clock_behind"),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }
}

extension Visit {
    /// Whether the visit is open and shorter than its dwell threshold, so that its verdict may still change.
    public var isInProgress: Bool { status == .open && verdict == .tooShort }
}
