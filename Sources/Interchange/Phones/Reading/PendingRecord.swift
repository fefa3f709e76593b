internal import VisitModel

/// What a record says beside its fix.
struct RecordFacts {
    var recordID: String?
    var claim: FenceClaim?
    var provider: ProviderState?
    var isCurrentOnly = false
    /// Whether latitude and longitude of exactly 0 are a place.
    var allowsZero = false
    /// Whether a record without a place is a sign of life.
    var allowsNoPlace = false
}

/// A record that was read, and may still lack a name, because what names it may stand behind it in the request.
struct PendingRecord {
    /// What the record came to.
    enum Outcome {
        case reading(Fix)
        case signOfLife(Timestamp)
        case refused(RecordProblem)
    }

    let outcome: Outcome
    let origin: TrackOrigin
    let event: PhoneRecordEvent?
    let isBrowser: Bool
    /// When the phone sent it, where nothing better corrects the time.
    let sentAt: Timestamp?
    /// Whether an age has already put the time right.
    let isCorrected: Bool
    var facts: RecordFacts
    /// Where it stands in the bytes that were read.
    let range: Range<Int>
    /// Where it stands in the request.
    let index: Int

    /// Makes what a draft amounts to.
    ///
    /// - Parameters:
    ///   - draft: what the record said.
    ///   - facts: what it said beside the fix.
    ///   - range: where it stands in the bytes.
    ///   - index: where it stands in the request.
    ///   - clock: what puts its time right.
    @inline(__always)
    init(_ draft: FixDraft, _ facts: RecordFacts, range: Range<Int>, index: Int, clock: PhoneClock) {
        var draft = draft
        self.facts = facts
        self.range = range
        self.index = index
        var isCorrected = false
        if let age = draft.ageAtSendingMilliseconds, age >= 0 {
            isCorrected = true
            if let said = draft.time {
                let correction = clock.correction(age: age, of: said)
                draft.time = Timestamp(milliseconds: said.milliseconds + correction)
                self.facts.claim?.move(byMilliseconds: correction)
            } else {
                draft.time = Timestamp(milliseconds: clock.receivedAt.milliseconds - age)
            }
        }
        origin = draft.origin
        event = draft.event
        isBrowser = draft.isBrowser
        sentAt = draft.sentAt
        self.isCorrected = isCorrected
        if let fix = draft.fix(allowsZero: facts.allowsZero) {
            outcome = .reading(fix)
        } else if draft.fault == nil, draft.latitude.isNaN, draft.longitude.isNaN, let time = draft.time,
            facts.allowsNoPlace || facts.claim != nil || facts.provider != nil
        {
            outcome = .signOfLife(time)
        } else {
            outcome = .refused(draft.problem)
        }
    }

    /// Makes a record that can't be read at all.
    init(_ problem: RecordProblem, range: Range<Int>, index: Int) {
        outcome = .refused(problem)
        origin = TrackOrigin()
        event = nil
        isBrowser = false
        sentAt = nil
        isCorrected = false
        facts = RecordFacts()
        self.range = range
        self.index = index
    }
}

extension FenceClaim {
    /// Puts its time right.
    mutating func move(byMilliseconds correction: Int64) {
        if correction != 0, let at { self.at = Timestamp(milliseconds: at.milliseconds + correction) }
    }
}
