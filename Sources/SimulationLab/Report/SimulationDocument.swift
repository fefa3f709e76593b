internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// What came of a scenario, for programs: field for field the JSON that `footfall simulate --format json` prints.
package struct SimulationDocument: Encodable, Sendable {
    /// What the scenario is called.
    package let scenario: String
    /// The phone's system.
    package let platform: String
    /// Which app it had.
    package let app: String
    /// Where chance began.
    package let seed: UInt64
    /// When it began and ended, in UTC.
    package let start, end: String
    /// Each visit that was or was found, by time.
    package let visits: [VisitLine]
    /// How many visits count.
    package let counted: Int
    /// How many were and do not count.
    package let missed: Int
    /// How many count and were not.
    package let wrong: Int
    /// How many were told late.
    package let late: Int
    /// The most regions that were watched at once, and how many the phone takes.
    package let mostWatched, limit: Int
    /// What is watched in the end.
    package let watched: [String]
    /// What a doctor finds in it: the problems' symptoms, and what was made good.
    package let problems, notes: [String]
    /// What the app sent to a service; `nil` where it sends nothing.
    package let uploads: UploadLine?
    /// What happened, in order.
    package let timeline: [TimelineLine]

    /// What an app sent.
    package struct UploadLine: Encodable, Sendable {
        /// Requests, those without success, and the bytes of their bodies.
        let requests, failures, bytes: Int
    }

    /// One visit.
    package struct VisitLine: Encodable, Sendable {
        let facility: String
        let outcome: String
        let trulyEnteredAt, trulyExitedAt: String?
        let enteredAt, exitedAt, toldAt: String?
        let counted: Bool
        let note: String?
        let entryErrorSeconds, exitErrorSeconds, toldAfterSeconds: Int?
        let isLate: Bool

        enum CodingKeys: String, CodingKey {
            case facility, outcome, counted, note
            case trulyEnteredAt = "truly_entered_at"
            case trulyExitedAt = "truly_exited_at"
            case enteredAt = "entered_at"
            case exitedAt = "exited_at"
            case toldAt = "told_at"
            case entryErrorSeconds = "entry_error_s"
            case exitErrorSeconds = "exit_error_s"
            case toldAfterSeconds = "told_after_s"
            case isLate = "late"
        }
    }

    /// One line of what happened.
    package struct TimelineLine: Encodable, Sendable {
        let time: String
        let lane: String
        let text: String
    }

    enum CodingKeys: String, CodingKey {
        case scenario, platform, app, seed, start, end, visits, counted, missed, late, limit, watched, problems, notes
        case uploads, timeline
        case wrong = "false"
        case mostWatched = "most_watched"
    }

    /// Makes the document of a record.
    ///
    /// - Parameter record: what came of a scenario.
    package init(_ record: SimulationRecord) {
        let story = record.scenario
        scenario = story.name
        platform = story.phone.platform.rawValue
        app = record.app.rawValue
        seed = story.seed
        start = story.start.iso8601
        end = story.end.iso8601
        visits = record.score.outcomes.map(VisitLine.init)
        counted = record.counted
        missed = record.score.count(.missed)
        wrong = record.score.count(.wrong)
        late = record.score.late
        mostWatched = record.mostWatched
        limit = story.phone.slots
        watched = record.watched
        let findings = Doctor.findings(in: CaseHistory(record))
        problems = findings.filter { $0.weight == .problem }.map(\.symptom.rawValue)
        notes = findings.filter { $0.weight == .note }.map(\.symptom.rawValue)
        uploads = record.uploads.map {
            UploadLine(requests: $0.requests, failures: $0.failures, bytes: $0.bytes)
        }
        timeline = record.entries.map { entry in
            TimelineLine(time: entry.time.iso8601, lane: entry.item.lane.rawValue, text: entry.item.text)
        }
    }
}

extension SimulationDocument.VisitLine {
    init(_ outcome: VisitOutcome) {
        func whole(_ seconds: Double?) -> Int? { seconds.map { Int($0.rounded()) } }
        facility = outcome.facility.text
        self.outcome = outcome.judgement.rawValue
        trulyEnteredAt = outcome.stay?.enteredAt.iso8601
        trulyExitedAt = outcome.stay?.exitedAt?.iso8601
        enteredAt = outcome.visit?.enteredAt.iso8601
        exitedAt = outcome.visit?.exitedAt?.iso8601
        toldAt = outcome.visit?.toldAt.iso8601
        counted = outcome.visit?.isCounted ?? false
        note = outcome.visit?.note
        entryErrorSeconds = whole(outcome.entryErrorSeconds)
        exitErrorSeconds = whole(outcome.exitErrorSeconds)
        toldAfterSeconds = whole(outcome.toldAfterSeconds)
        isLate = outcome.isLate
    }
}
