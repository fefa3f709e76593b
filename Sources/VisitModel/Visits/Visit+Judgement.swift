extension Visit {
    /// How far a visit has come.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// The member is there.
        case open
        /// The member left.
        case closed
        /// Nothing was heard for longer than the silence limit; the visit ends at its last proof.
        case timedOut = "timed_out"
        /// Late input showed that it never was.
        case withdrawn
        /// A person said that it was none.
        case declined
    }

    /// How well a stay is proven.
    public enum Evidence: String, Hashable, Sendable, CaseIterable {
        /// Fixes inside span the dwell threshold; a report of rest bridges a gap between two of them, never one at the end.
        case confirmed
        /// A gap without fixes was bridged.
        case inferred
        /// The dwell threshold was not reached.
        case none
    }

    /// Whether a visit counts, and if not, why.
    public enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// It is part of the month's count.
        case counted
        /// The dwell threshold was not reached.
        case tooShort = "too_short"
        /// The policy does not count visits of its evidence.
        case weakEvidence = "weak_evidence"
        /// The member was more clearly at another facility at the time.
        case ambiguous
        /// The policy counts one visit a day, and an earlier one of that day counts.
        case sameDay = "same_day"
        /// A mock fix or an impossible pair of places stands behind it.
        case doubtful
        /// It is not sure enough to be counted; a person can review it.
        case unproven
        /// Late input or a person took it back.
        case takenBack = "taken_back"
    }

    /// What a person who checks a count should know of a visit.
    public struct Doubts: OptionSet, Hashable, Sendable {
        /// The bits, as stored.
        public let rawValue: Int

        /// Takes stored bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// A fix behind it was made by a program.
        public static let mockLocation = Doubts(rawValue: 1 << 0)
        /// Another phone of the member was somewhere else at the time.
        public static let twoPlacesAtOnce = Doubts(rawValue: 1 << 1)
        /// It overlaps another visit of the member by more than half of the shorter.
        public static let overlapping = Doubts(rawValue: 1 << 2)
        /// The facility moved or was retired during the visit.
        public static let facilityChanged = Doubts(rawValue: 1 << 3)
        /// The phone's clock seemed to be behind: the visit may have been later than it says.
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
