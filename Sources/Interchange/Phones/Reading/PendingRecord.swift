internal import VisitModel

/// The properties of a record apart from its fix.
struct RecordFacts {
    var recordID: String?
    var claim: PhoneTransition?
    var provider: ProviderState?
    var isCurrentOnly = false
    /// Whether latitude and longitude of exactly 0 are a position.
    var allowsZero = false
    /// Whether a record without a position is a heartbeat.
    var allowsNoPlace = false
}

/// A parsed record that may still lack its identity, because that may follow it in the request.
struct PendingRecord {
    enum Outcome {
        case fix(Fix)
        case heartbeat(Timestamp)
        case refused(RecordProblem)
    }

    let outcome: Outcome
    let origin: TrackOrigin
    let event: PhoneRecordEvent?
    let reportedAt: Timestamp?
    let isBrowser: Bool
    /// The time of sending by the phone's clock, used where no age corrects the time.
    let sentAt: Timestamp?
    /// Whether an age has already corrected the time.
    let isCorrected: Bool
    var facts: RecordFacts
    /// The record's range in the bytes of the body.
    let range: Range<Int>
    /// The record's index in the request.
    let index: Int

    @inline(__always)
    init(_ draft: FixDraft, _ facts: RecordFacts, range: Range<Int>, index: Int, clock: PhoneClock) {
        var draft = draft
        self.facts = facts
        self.range = range
        self.index = index
        var isCorrected = false
        draft.time = draft.time ?? draft.recordedAt
        var reportedAt = draft.reportedAt
        if let age = draft.ageAtSendingMilliseconds, age >= 0 {
            isCorrected = true
            if let said = draft.time {
                let correction = clock.correction(age: age, of: said)
                draft.time = Timestamp(milliseconds: said.milliseconds + correction)
                self.facts.claim?.move(byMilliseconds: correction)
                reportedAt = reportedAt.map { Timestamp(milliseconds: $0.milliseconds + correction) }
            } else {
                draft.time = Timestamp(milliseconds: clock.receivedAt.milliseconds - age)
            }
        }
        origin = draft.origin
        event = draft.event
        self.reportedAt = reportedAt
        isBrowser = draft.isBrowser
        sentAt = draft.sentAt
        self.isCorrected = isCorrected
        if let fix = draft.fix(allowsZero: facts.allowsZero) {
            outcome = .fix(fix)
        } else if draft.fault == nil, draft.latitude.isNaN, draft.longitude.isNaN, let time = draft.time,
            facts.allowsNoPlace || facts.claim != nil || facts.provider != nil
        {
            outcome = .heartbeat(time)
        } else {
            outcome = .refused(draft.problem)
        }
    }

    /// Creates a record that can't be parsed at all.
    init(_ problem: RecordProblem, of origin: TrackOrigin, range: Range<Int>, index: Int) {
        outcome = .refused(problem)
        self.origin = origin
        event = nil
        reportedAt = nil
        isBrowser = false
        sentAt = nil
        isCorrected = false
        facts = RecordFacts()
        self.range = range
        self.index = index
    }
}

extension PhoneTransition {
    mutating func move(byMilliseconds correction: Int64) {
        if correction != 0, let at { self.at = Timestamp(milliseconds: at.milliseconds + correction) }
    }
}

/// The correction of a phone's times where the payload shows the error of its clock.
///
/// That is an age measured when the phone sent (Radar's `updatedAtMsDiff`, our `age_ms`) or the time of sending by the
/// same clock (our `sent_at`). The phone's own time is kept where both agree within `tolerance`, so that a record that
/// is sent again stays the same record.
struct PhoneClock {
    /// The tolerated difference of the two times, in milliseconds: two minutes, more than a request takes on a bad
    /// network.
    static let tolerance: Int64 = 120_000

    /// The receive time of the request, by the service's clock.
    let receivedAt: Timestamp

    /// The correction to add to a phone's time, in milliseconds, for a fix of an age; 0 where the clock is good.
    ///
    /// `age` is that at sending, in milliseconds; a negative one is ignored. `said` is its time by the phone's clock.
    func correction(age: Int64, of said: Timestamp) -> Int64 {
        guard age >= 0 else { return 0 }
        return beyondTolerance(receivedAt.milliseconds - age - said.milliseconds)
    }

    /// The correction to add to a phone's times, in milliseconds, for a request with a time of sending by its clock.
    func correction(sentAt: Timestamp) -> Int64 {
        beyondTolerance(receivedAt.milliseconds - sentAt.milliseconds)
    }

    private func beyondTolerance(_ difference: Int64) -> Int64 {
        difference.magnitude > UInt64(Self.tolerance) ? difference : 0
    }
}
