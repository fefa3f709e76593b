internal import PhoneOS
internal import TrackingEngine

extension StoredRadar {
    /// What says whether other records are to be kept than before, without looking at each.
    ///
    /// A record's number never comes again and new ones come at the end, so where the count, the first and the last are what
    /// they were, all are.
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
    ///   - state: of which `kept` says what is there.
    ///   - phone: where.
    /// - Throws: what the encoder throws; nothing in the state can make it.
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

    /// Writes the records that are new, and then which there are, so that none is named that is not there.
    ///
    /// - Returns: the numbers of those that are not needed any more.
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
