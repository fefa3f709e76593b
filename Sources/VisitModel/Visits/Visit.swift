/// One stay of one member at one facility.
public struct Visit: Hashable, Sendable {
    /// The visit's identifier; it stays the same when late fixes change the visit's times.
    public let id: VisitID
    /// The member.
    public let member: MemberID
    /// The phone that opened the visit; `nil` for one that a person added.
    public let device: DeviceID?
    /// The facility.
    public let facility: FacilityID
    /// When the member entered.
    public var enteredAt: Timestamp
    /// When the dwell threshold was reached; `nil` before.
    public var dwelledAt: Timestamp?
    /// When the member left; the last proof of the stay for a timed-out visit; `nil` while it is open.
    public var exitedAt: Timestamp?
    /// The progress of the visit.
    public var status: Status
    /// How well the stay is proven.
    public var evidence: Evidence
    /// Whether the visit counts, and the reason if it does not.
    public var verdict: Verdict
    /// The month it counts in: the facility's local month at the time of entry.
    public var month: Month
    /// The local day of entry, in the same time zone.
    public var localDate: CivilDate
    /// The number of fixes inside.
    public var fixesInside: Int
    /// The last time the member was proven inside.
    public var lastProofAt: Timestamp
    /// The distance of the deepest fix inside the edge, in metres; negative when every fix lay outside.
    public var depthMeters: Double
    /// Warnings for a person who reviews the count.
    public var doubts: Doubts
    /// The version of the policy that judged the visit.
    public var policyVersion: String
    /// The confidence and its reasons; `nil` for a visit stored by a version without assessments.
    public var assessment: Assessment?

    /// Creates a visit.
    public init(
        id: VisitID,
        member: MemberID,
        device: DeviceID?,
        facility: FacilityID,
        enteredAt: Timestamp,
        dwelledAt: Timestamp?,
        exitedAt: Timestamp?,
        status: Status,
        evidence: Evidence,
        verdict: Verdict,
        month: Month,
        localDate: CivilDate,
        fixesInside: Int,
        lastProofAt: Timestamp,
        depthMeters: Double,
        doubts: Doubts,
        policyVersion: String,
        assessment: Assessment? = nil
    ) {
        self.id = id
        self.member = member
        self.device = device
        self.facility = facility
        self.enteredAt = enteredAt
        self.dwelledAt = dwelledAt
        self.exitedAt = exitedAt
        self.status = status
        self.evidence = evidence
        self.verdict = verdict
        self.month = month
        self.localDate = localDate
        self.fixesInside = fixesInside
        self.lastProofAt = lastProofAt
        self.depthMeters = depthMeters
        self.doubts = doubts
        self.policyVersion = policyVersion
        self.assessment = assessment
    }

    /// Whether the visit is part of the month's count.
    public var isCounted: Bool { verdict == .counted }
}

extension Visit {
    /// Returns the visit to store and to count after a person's review.
    ///
    /// A declined visit never counts. A confirmed one always does, however weak its evidence and whatever it overlaps.
    /// Where the evaluation takes a confirmed visit back, its former state `before` is kept; if that was open, the
    /// visit ends at its last proof, because nothing else will end it. A review without a decision changes nothing.
    public func judged(by review: VisitReview?, before: Visit? = nil) -> Visit {
        var visit = self
        switch review?.decision {
        case nil: return visit
        case .declined:
            visit.status = .declined
            visit.verdict = .takenBack
        case .confirmed:
            if isTakenBack {
                if let before, !before.isTakenBack { visit = before }
                if visit.exitedAt == nil {
                    visit.exitedAt = visit.lastProofAt
                    visit.status = .timedOut
                } else if visit.isTakenBack {
                    visit.status = .closed
                }
            }
            visit.verdict = .counted
        }
        return visit
    }

    /// Whether late input withdrew the visit or a person declined it.
    public var isTakenBack: Bool { status.isTakenBack }
}

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

        /// Whether late input withdrew the visit or a person declined it.
        public var isTakenBack: Bool { self == .withdrawn || self == .declined }
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
        /// A person added the visit; there are no fixes, and it has no phone.
        case manual
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
        /// The visit rests on a mock fix, on positions that jumped or were sent before, or on fixes of a phone with
        /// location off.
        case doubtful
        /// The confidence is too low to count; a person can review the visit.
        case unproven
        /// Late input or a reviewer took the visit back.
        case takenBack = "taken_back"
    }

    /// Warnings for a person who reviews a count; the bits are stored.
    public struct Doubts: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: Int

        /// Creates doubts.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// A fix of the visit was produced by a program.
        public static let mockLocation = Doubts(rawValue: 1 << 0)
        /// Another phone of the member was elsewhere at the time.
        public static let twoPlacesAtOnce = Doubts(rawValue: 1 << 1)
        /// The visit overlaps another visit of the member by more than half of the shorter one.
        public static let overlapping = Doubts(rawValue: 1 << 2)
        /// The facility moved, was retired or left the member's list during the visit.
        public static let facilityChanged = Doubts(rawValue: 1 << 3)
        /// The phone's clock seemed to be behind: the visit may have been later than recorded.
        public static let clockBehind = Doubts(rawValue: 1 << 4)
        /// All fixes of the visit came after the phone had reported that location is off, and none contradicted that.
        public static let locationOff = Doubts(rawValue: 1 << 5)
        /// The phone's positions came there in a jump that no journey explains, and did not leave otherwise.
        public static let positionJump = Doubts(rawValue: 1 << 6)
        /// The fixes are those of an earlier visit, to the last digit.
        public static let repeatedTrack = Doubts(rawValue: 1 << 7)

        /// The names of the set bits, for reports.
        public var names: [String] {
            let all: [(Doubts, String)] = [
                (.mockLocation, "mock_location"), (.twoPlacesAtOnce, "two_places_at_once"),
                (.overlapping, "overlapping"), (.facilityChanged, "facility_changed"),
                (.clockBehind, "clock_behind"), (.locationOff, "location_off"),
                (.positionJump, "position_jump"), (.repeatedTrack, "repeated_track"),
            ]
            return all.filter { contains($0.0) }.map(\.1)
        }
    }
}

extension Visit {
    /// What kept the visit from counting or influenced its confidence most, as sentences for a person who reviews it.
    public var why: [String] { doubtSentences + (assessment?.reasons.map(\.sentence) ?? []) }

    /// The doubts that can keep a visit from counting or move it in time, as sentences.
    var doubtSentences: [String] {
        let sentences: [(Doubts, String)] = [
            (.locationOff, "the phone had reported that location is off, and its fixes do not show that it was on"),
            (.clockBehind, "the phone's clock seemed to be behind, so the visit may have been later"),
            (.positionJump, "the phone's positions jumped there faster than anything travels"),
            (.repeatedTrack, "the fixes are those of an earlier visit, sent again"),
        ]
        return sentences.filter { doubts.contains($0.0) }.map(\.1)
    }

    /// Whether the visit is open and shorter than its dwell threshold, so that its verdict may still change.
    public var isInProgress: Bool { status == .open && verdict == .tooShort }
}
