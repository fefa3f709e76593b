internal import Foundation
internal import PhoneOS
internal import TrackingEngine

extension StoredRadar {
    /// Writes what is not in the storage yet.
    ///
    /// The records first, so that the state never names one that is not there.
    ///
    /// - Parameters:
    ///   - state: of which `kept` says what is there.
    ///   - phone: where.
    /// - Throws: what the encoder throws; nothing in the state can make it.
    static func write(_ state: inout RadarState, to phone: any PhoneOS) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        if state.kept.user != state.user {
            phone.store(Array(try encoder.encode(state.user)), as: userName)
            state.kept.user = state.user
        }
        let records = state.tracking.keptRecords
        let all = records.waiting + records.underWay + [records.failedStop].compactMap(\.self)
        for record in all where !state.kept.records.contains(record.id) {
            phone.store(Array(try encoder.encode(record)), as: recordName(record.id))
        }
        let course = Course(
            tracking: state.tracking.withoutRecords,
            isTripLocal: state.isTripLocal,
            waiting: records.waiting.map(\.id),
            failedStop: records.failedStop?.id,
            underWay: records.underWay.map(\.id)
        )
        phone.store(Array(try encoder.encode(course)), as: courseName)
        let ids = Set(all.map(\.id))
        for id in state.kept.records where !ids.contains(id) { phone.store(nil, as: recordName(id)) }
        state.kept.records = ids
    }
}
