internal import RadarEngine
internal import TrackingModel
internal import PhoneOS

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

    /// Writes what is not in the storage yet.
    ///
    /// - Parameters:
    ///   - state: the state, of which `kept` is what the storage contains; updated by the write.
    ///   - phone: the phone that stores it.
    /// - Throws: errors of the encoder, which no state can cause.
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
    ///
    /// - Returns: the numbers of records that are no longer needed.
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
