package import VisitModel

/// The result of parsing a phone's request.
package struct PhoneReport: Hashable, Sendable {
    /// The usable records in the order of the request; of one that is parsed in pieces, those of the current piece.
    package var records: [PhoneRecord] = []
    /// The unusable records, in the order of the request; of very many the first.
    package var refused: [RefusedRecord] = []
    /// The number of further unusable records, which are only counted.
    package var unkeptRefusedCount = 0
    /// The number of records that are no fixes, by kind.
    package var ignored: [IgnoredRecord: Int] = [:]
    /// The number of repeated records within the request.
    package var repeated = 0
    /// Whether the phone requests the fences that it is to monitor (Radar's `nearbyGeofences`).
    package var asksForFences = false
    /// The most fences that the last fix requests (Radar's `nearbyGeofencesLimit`); `nil` leaves it to the service.
    package var fenceLimit: Int?
    /// The last operating system that the request names, even where its records can't be used (Radar's `deviceType`).
    package var platform: Platform?
    /// Whether the phone reports that it is on a trip (Radar's `tripOptions`); of several fixes the last one's.
    package var isOnTrip = false
    /// Why the request as a whole is not valid for the app; nothing was parsed then.
    package var failure: PhoneFailure?

    /// The number of records that are no fixes, of all kinds.
    package var ignoredCount: Int { ignored.values.reduce(0, +) }

    /// The number of usable records, including those of earlier pieces.
    package var usableCount: Int { earlier.count + records.count }
    /// A summary of the records of earlier pieces.
    private var earlier = Earlier()

    package init() {}

    /// The last record with a fix, which a response describes.
    package var lastFixRecord: PhoneRecord? { records.last { $0.fix != nil } ?? earlier.lastFixRecord }

    /// Whether all usable records are of one phone.
    package var speaksOfOneDevice: Bool {
        guard let device = earlier.device ?? records.first?.device else { return true }
        return !earlier.hasSeveralDevices && records.allSatisfy { $0.device == device }
    }

    /// Removes the current records, so that the next piece can be parsed.
    package mutating func removeRecords() -> [PhoneRecord] {
        earlier = Earlier(
            count: usableCount,
            lastFixRecord: lastFixRecord,
            device: earlier.device ?? records.first?.device,
            hasSeveralDevices: !speaksOfOneDevice
        )
        defer { records = [] }
        return records
    }

    /// What later pieces and the response need to know of removed records.
    private struct Earlier: Hashable {
        var count = 0
        var lastFixRecord: PhoneRecord?
        var device: DeviceID?
        var hasSeveralDevices = false
    }
}

/// Why a request as a whole is not valid for its app.
package struct PhoneFailure: Hashable, Sendable {
    /// The kind of error, in snake case for programs.
    package var code: String
    /// The error and what was expected.
    package var message: String
}

/// An unusable record for quarantine, with the reason and its original bytes.
package struct RefusedRecord: Hashable, Sendable {
    /// The kind of error, in snake case for programs, for instance `missing_time`.
    package var code: String
    /// The field at fault, its error and what was expected.
    package var message: String
    /// The record's index in the request, from 0, every record counted.
    package var index: Int
    /// The record as received: one JSON object, the query, or everything that could not be parsed.
    package var bytes: [UInt8]
    package var device: DeviceID?
    package var member: MemberID?
}
