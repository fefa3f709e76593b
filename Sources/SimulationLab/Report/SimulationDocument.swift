internal import Foundation
internal import PhoneDoctor
internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// A scenario's result for programs: field for field the JSON that `footfall simulate --format json` prints.
package struct SimulationDocument: Encodable, Sendable {
    package let scenario: String
    package let platform: String
    package let app: String
    package let seed: UInt64
    /// In UTC.
    package let start, end: String
    /// Each true or found visit, ordered by time.
    package let visits: [VisitLine]
    package let counted: Int
    /// The number of true visits that are not counted.
    package let missed: Int
    /// The number of counted visits that did not happen.
    package let wrong: Int
    package let late: Int
    /// The largest number of regions registered at once, and the phone's limit.
    package let mostWatched, limit: Int
    /// The regions registered at the end.
    package let watched: [String]
    /// The symptoms that the doctor finds: problems, and those recovered from.
    package let problems, notes: [String]
    /// The app's requests to a service; `nil` for an app without one.
    package let uploads: UploadCounts?
    package let timeline: [TimelineLine]

    package struct VisitLine: Encodable, Sendable {
        let facility: String
        let outcome: String
        let trulyEnteredAt, trulyExitedAt: String?
        let enteredAt, exitedAt, reportedAt: String?
        let counted: Bool
        let note: String?
        let entryErrorSeconds, exitErrorSeconds, reportedAfterSeconds: Int?
        let isLate: Bool

        enum CodingKeys: String, CodingKey {
            case facility, outcome, counted, note
            case trulyEnteredAt = "truly_entered_at"
            case trulyExitedAt = "truly_exited_at"
            case enteredAt = "entered_at"
            case exitedAt = "exited_at"
            case reportedAt = "told_at"
            case entryErrorSeconds = "entry_error_s"
            case exitErrorSeconds = "exit_error_s"
            case reportedAfterSeconds = "told_after_s"
            case isLate = "late"
        }
    }

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
        uploads = record.uploads
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
        reportedAt = outcome.visit?.reportedAt.iso8601
        counted = outcome.visit?.isCounted ?? false
        note = outcome.visit?.note
        entryErrorSeconds = whole(outcome.entryErrorSeconds)
        exitErrorSeconds = whole(outcome.exitErrorSeconds)
        reportedAfterSeconds = whole(outcome.reportedAfterSeconds)
        isLate = outcome.isLate
    }
}

extension SimulationDocument {
    /// The document as JSON (RFC 8259), with sorted keys, indented, with a final line break.
    ///
    /// The same record gives the same text, byte for byte. No content of the document makes the encoder throw.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}

extension PhoneProfile {
    /// How many geofences the phone can register: its platform's limit, unless the scenario sets another.
    var slots: Int {
        switch platform {
        case .ios: ios.slots
        case .android: android.slots
        }
    }
}
