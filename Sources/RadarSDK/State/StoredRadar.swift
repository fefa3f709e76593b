internal import Foundation
internal import PhoneOS
internal import RadarEngine
internal import TrackingModel
internal import VisitModel

/// The state that must survive the app's process, in the phone's own storage.
///
/// The member's data hardly ever changes. Tracking changes with every update and is small. Each waiting record is a
/// value that is written once, and a list names the records.
struct StoredRadar: Sendable {
    /// The member's data from the app and the server, and the installation's id.
    struct User: Hashable, Sendable, Codable {
        var installID: String
        var userID: String?
        var userDescription: String?
        var metadata: [String: ConfigValue] = [:]
        var tags: [String] = []
        var serverUserID: String?
    }

    /// The content of the storage.
    struct Kept: Sendable {
        var user: User?
        /// The numbers of the records.
        var records: Set<Int> = []
        /// The fingerprint that the numbers were derived from.
        var mark: RecordMark?
    }

    /// Tracking without its records.
    struct Course: Sendable, Codable {
        var version = Self.version
        var tracking: RadarTracking
        var isTripLocal: Bool

        static let version = 1
    }

    /// The numbers of the stored records.
    struct Records: Sendable, Codable {
        var waiting: [Int] = []
        var failedStop: Int?
        var underWay: [Int] = []

        var all: [Int] { waiting + underWay + [failedStop].compactMap(\.self) }
    }

    var user: User
    var tracking: RadarTracking
    var isTripLocal = false
    var kept: Kept
    /// The error of reading the storage, as a sentence for people.
    var problem: String?

    static let userName = "footfall.radar.user"
    static let courseName = "footfall.radar.tracking"
    static let recordsName = "footfall.radar.records"
    static func recordName(_ id: Int) -> String { "footfall.radar.record.\(id)" }

    /// Replaces invalid values by defaults and reports them as a problem; a first process finds nothing and reports
    /// none.
    static func read(from phone: any PhoneOS, setup: RadarSetup) -> StoredRadar {
        var problems: [String] = []
        let user = decode(User.self, userName, phone, "the member's data", &problems)
        let course = decode(Course.self, courseName, phone, "the state of tracking", &problems)
        let known = user ?? User(installID: setup.deviceID ?? newID())
        var stored = StoredRadar(
            user: known,
            tracking: RadarTracking(platform: phone.platform, installation: known.installID, profile: setup.profile),
            kept: Kept(user: user)
        )
        if let course, course.version == Course.version, course.tracking.platform == phone.platform {
            stored.restore(course, from: phone, &problems)
        } else if course != nil {
            problems.append("the state of tracking is from another version or platform")
        }
        stored.problem = problems.isEmpty ? nil : problems.joined(separator: "; ") + ": it is reset"
        return stored
    }

    private mutating func restore(_ course: Course, from phone: any PhoneOS, _ problems: inout [String]) {
        tracking = course.tracking
        isTripLocal = course.isTripLocal
        let records = Self.decode(Records.self, Self.recordsName, phone, "the list of queued updates", &problems)
        guard let records else { return }
        kept.records = Set(records.all)
        var lost = 0
        func record(_ id: Int) -> RadarTrackRecord? {
            let record = phone.stored(Self.recordName(id)).flatMap {
                try? StateJSON.read(RadarTrackRecord.self, from: $0)
            }
            if record == nil { lost += 1 }
            return record
        }
        tracking.restore(
            RadarStoredRecords(
                waiting: records.waiting.compactMap(record),
                failedStop: records.failedStop.flatMap(record),
                underWay: records.underWay.compactMap(record)
            )
        )
        if lost > 0 { problems.append("\(lost) queued updates can't be read") }
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ name: String,
        _ phone: any PhoneOS,
        _ what: String,
        _ problems: inout [String]
    ) -> Value? {
        guard let bytes = phone.stored(name) else { return nil }
        do {
            return try StateJSON.read(type, from: bytes)
        } catch {
            problems.append("\(what) can't be read")
            return nil
        }
    }

    private static func newID() -> String { UUID().uuidString }
}

extension StoredRadar {
    /// A fingerprint of the records to store, which detects changes without comparing each.
    ///
    /// A record's number is never reused and new records are appended. So if the count, the first and the last are
    /// unchanged, all are.
    struct RecordMark: Hashable, Sendable {
        let count: Int
        let first: Int?
        let last: Int?
        let failedStop: Int?
        let underWay: [Int?]

        init(_ replay: RadarReplayBuffer) {
            count = replay.waiting.count
            first = replay.waiting.first?.id
            last = replay.waiting.last?.id
            failedStop = replay.failedStop?.id
            underWay = replay.underWay.map { $0.records.last?.id }
        }
    }

    /// Writes what is not in the storage yet, and updates `state.kept`; no state can cause an error of the encoder.
    static func write(_ state: inout RadarState, to phone: any PhoneOS) throws {
        if state.kept.user != state.user {
            phone.store(try StateJSON.bytes(of: state.user), as: userName)
            state.kept.user = state.user
        }
        let gone = try writeRecords(&state, to: phone)
        let course = Course(tracking: state.tracking.withoutRecords, isTripLocal: state.isTripLocal)
        phone.store(try StateJSON.bytes(of: course), as: courseName)
        for id in gone { phone.store(nil, as: recordName(id)) }
    }

    /// Writes the new records, and then the list of all, so that it never names a missing one.
    private static func writeRecords(_ state: inout RadarState, to phone: any PhoneOS) throws -> Set<Int> {
        let mark = RecordMark(state.tracking.replay)
        guard mark != state.kept.mark else { return [] }
        let kept = state.tracking.keptRecords
        var records = Records()
        func write(_ record: RadarTrackRecord) throws -> Int {
            if !state.kept.records.contains(record.id) {
                phone.store(try StateJSON.bytes(of: record), as: recordName(record.id))
            }
            return record.id
        }
        for record in kept.waiting { records.waiting.append(try write(record)) }
        for record in kept.underWay { records.underWay.append(try write(record)) }
        records.failedStop = try kept.failedStop.map(write)
        phone.store(try StateJSON.bytes(of: records), as: recordsName)
        defer { (state.kept.records, state.kept.mark) = (Set(records.all), mark) }
        return state.kept.records.subtracting(records.all)
    }
}
