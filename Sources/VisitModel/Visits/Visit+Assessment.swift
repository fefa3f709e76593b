extension Visit {
    /// The confidence in a visit, its proven time, and the bounds of its entry and exit.
    public struct Assessment: Hashable, Sendable {
        /// The probability that this member stayed at this facility for its dwell threshold, 0...1 in hundredths.
        public var confidence: Double
        /// Seconds between fixes inside, with no contradicting fix.
        public var provenSeconds: Int
        /// Seconds of the stay in bridged gaps in fixes.
        public var bridgedSeconds: Int
        /// The earliest and the latest possible time of entry.
        public var enteredBetween: ClosedRange<Timestamp>
        /// The earliest and the latest possible time of exit; `nil` while the visit is open.
        public var exitedBetween: ClosedRange<Timestamp>?
        /// The reasons that influenced the confidence most, strongest first.
        public var reasons: [Reason]
        /// The next most likely facility, where others are near by.
        public var runnerUp: RunnerUp?

        /// Creates an assessment.
        public init(
            confidence: Double,
            provenSeconds: Int,
            bridgedSeconds: Int,
            enteredBetween: ClosedRange<Timestamp>,
            exitedBetween: ClosedRange<Timestamp>?,
            reasons: [Reason] = [],
            runnerUp: RunnerUp? = nil
        ) {
            self.confidence = confidence
            self.provenSeconds = provenSeconds
            self.bridgedSeconds = bridgedSeconds
            self.enteredBetween = enteredBetween
            self.exitedBetween = exitedBetween
            self.reasons = reasons
            self.runnerUp = runnerUp
        }
    }

    /// A factor that made a visit more or less likely.
    public struct Reason: Hashable, Sendable {
        /// The kind of factor.
        public let term: Term
        /// The natural logarithm of the likelihood ratio, in tenths; negative for less likely.
        public let weight: Double

        /// Creates a reason.
        public init(_ term: Term, weight: Double) {
            self.term = term
            self.weight = weight
        }
    }

    /// Another facility at which the visit may have been.
    public struct RunnerUp: Hashable, Sendable {
        /// The other facility.
        public let facility: FacilityID
        /// The probability that the visit was at this facility, 0...1 in hundredths.
        public let share: Double

        /// Creates a runner-up.
        public init(facility: FacilityID, share: Double) {
            self.facility = facility
            self.share = share
        }
    }

    /// The factors that make a visit more or less likely; the raw value is stored.
    public enum Term: String, Hashable, Sendable, CaseIterable {
        /// The share of the threshold that fixes inside prove.
        case proven
        /// The share of the threshold between the first and the last fix inside.
        case span
        /// The share of the possible entry and exit times that reach the threshold, as log odds scaled to -1...1.
        case possible
        /// Only one fix lies inside.
        case singleReading = "single_reading"
        /// The certainty that the mean position lies inside.
        case position
        /// The evidence of fixes near the edge.
        case edge
        /// The device rested elsewhere before.
        case restBefore = "rest_before"
        /// The device rested elsewhere after.
        case restAfter = "rest_after"
        /// The device was seen to arrive.
        case arrivalSeen = "arrival_seen"
        /// The device was seen to leave.
        case departureSeen = "departure_seen"
        /// The gap in fixes before.
        case gapBefore = "gap_before"
        /// The gap in fixes after.
        case gapAfter = "gap_after"
        /// The silence after, of a phone that reports movements: it rested.
        case silenceAfter = "silence_after"
        /// The gaps before and after are those of a phone that rarely sends fixes, wherever it is.
        case ordinaryGaps = "ordinary_gaps"
        /// No fix shows the end.
        case endUnseen = "end_unseen"
        /// A walk past would have taken as long.
        case walkPast = "walk_past"
        /// A single fix inside lies between fixes at one other place.
        case returned
        /// The device reported rest inside.
        case restInside = "rest_inside"
        /// The device reported only movement inside.
        case motionInside = "motion_inside"
        /// Fixes in between show the device elsewhere.
        case absence
        /// The stay is longer than typical visits, and fixes do not prove all of it, or it is where the member sleeps.
        case length
        /// The member spends the nights there.
        case night
        /// The positions moved there and away, and the phone, which reports movements, reported none.
        case unseenMoves = "unseen_moves"
        /// The fixes inside pass through the place at an even pace.
        case drift
        /// The stay consists of parts, and most of the time between the first and the last the phone was outside.
        case interrupted
        /// The phone rested just beyond the edge before and after, or in between, and was inside only near the edge.
        case nextDoor = "next_door"
        /// The only fix inside lies on the straight way between two places where the device rested.
        case onTheWay = "on_the_way"
        /// Other facilities are as likely.
        case neighbors
    }
}

extension Visit.Reason {
    /// The reason as text, for a person who reviews a count.
    public var sentence: String { weight >= 0 ? term.sentences.for : term.sentences.against }
}

extension Visit.Term {
    /// The texts for a positive and for a negative weight.
    fileprivate var sentences: (for: String, against: String) {
        switch self {
        case .proven: ("fixes inside prove the time", "few fixes inside prove the time")
        case .span: ("the first and last fix inside are far apart", "the fixes inside lie close together in time")
        case .possible: ("all possible times reach the threshold", "few possible times reach the threshold")
        case .singleReading: ("the one fix inside is accurate", "only one fix is inside")
        case .position: ("the mean position lies clearly inside", "the mean position lies near the edge or outside")
        case .edge: ("the fixes together speak for inside", "fixes at the edge speak against it")
        case .restBefore: ("the phone rested near by before", "the phone rested elsewhere before")
        case .restAfter: ("the phone rested near by after", "the phone rested elsewhere after")
        case .arrivalSeen: ("the arrival was seen", "the phone was on the move before")
        case .departureSeen: ("the departure was seen", "the phone was on the move after")
        case .gapBefore: ("time without fixes before it", "a long gap in fixes before it")
        case .gapAfter: ("time without fixes after it", "a long gap in fixes after it")
        case .silenceAfter:
            ("the phone reports movements, and none came after", "the gap in fixes after was spent on the way")
        case .ordinaryGaps: ("the phone sends fixes as rarely elsewhere", "the phone sends fixes more often elsewhere")
        case .endUnseen: ("the phone was not seen to leave", "no fix shows the end")
        case .walkPast: ("walking past would be shorter", "walking past would look the same")
        case .returned: ("the phone came back to where it was", "one fix between fixes at one other place")
        case .restInside: ("the phone was at rest inside", "the phone was at rest inside")
        case .motionInside: ("the phone moved inside", "the phone only moved inside")
        case .absence: ("no fix contradicts it", "fixes in between show the phone elsewhere")
        case .length: ("as long as visits are", "longer than visits are")
        case .night: ("not where the member spends the nights", "the member spends the nights there")
        case .unseenMoves: ("the phone was seen to move", "the positions moved there and away, and the phone did not")
        case .drift: ("the fixes stay at one place", "the fixes pass through at an even pace")
        case .interrupted: ("one stay without a break", "most of the time the phone was outside")
        case .onTheWay: ("not on the way between two places", "one fix on the straight way from rest to rest elsewhere")
        case .nextDoor: ("no rest next door", "the phone rested next door, and was inside only near the edge")
        case .neighbors: ("the fixes fit no other facility", "the fixes fit another facility too")
        }
    }
}
