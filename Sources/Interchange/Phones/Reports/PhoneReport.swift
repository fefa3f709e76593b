package import VisitModel

/// What a phone's request came to.
package struct PhoneReport: Hashable, Sendable {
    /// The records that can be used, in the order of the request; of a request that is read piece by piece, those of the
    /// current piece.
    package var records: [PhoneRecord] = []
    /// The records that can never be used, in the order of the request; of very many the first.
    package var refused: [RefusedRecord] = []
    /// How many more records can never be used, and are only counted.
    package var unkeptRefusedCount = 0
    /// How many records were sent that say nothing about where a phone is (OwnTracks' `status` and `card`, Overland's
    /// statistics, readings that Traccar marks as not valid).
    package var ignored = 0
    /// How many records stood in the request before.
    package var repeated = 0
    /// Whether the phone asks for the fences that it is to watch (Radar's `nearbyGeofences`).
    package var asksForFences = false
    /// How many of them it asks for at most (Radar's `nearbyGeofencesLimit`), `nil` where it leaves that to the service; of
    /// several readings the last one's.
    package var fenceLimit: Int?
    /// The operating system that the request names for its phone, also where its records can't be used (Radar's
    /// `deviceType`); of several the last one's.
    package var platform: Platform?
    /// Whether the phone says that it is on a trip (Radar's `tripOptions`); of several readings the last one's.
    package var isOnTrip = false
    /// Why the request as a whole is no payload of the app; nothing was read then.
    package var failure: PhoneFailure?

    /// How many records can be used, with those of earlier pieces.
    package var usableCount: Int { earlier.count + records.count }
    /// What is known of the records of earlier pieces.
    private var earlier = Earlier()

    /// Makes an empty report.
    package init() {}

    /// The last record with a reading, which is the one that an answer speaks of.
    package var lastReading: PhoneRecord? { records.last { $0.fix != nil } ?? earlier.lastReading }

    /// Whether all usable records are of one phone.
    package var speaksOfOneDevice: Bool {
        guard let device = earlier.device ?? records.first?.device else { return true }
        return !earlier.hasSeveralDevices && records.allSatisfy { $0.device == device }
    }

    /// Removes the current records, so that the next piece can be read.
    ///
    /// - Returns: the records.
    package mutating func removeRecords() -> [PhoneRecord] {
        earlier = Earlier(
            count: usableCount,
            lastReading: lastReading,
            device: earlier.device ?? records.first?.device,
            hasSeveralDevices: !speaksOfOneDevice
        )
        defer { records = [] }
        return records
    }

    /// What the rest of a request, and its answer, have to know of records that were removed.
    private struct Earlier: Hashable {
        var count = 0
        var lastReading: PhoneRecord?
        var device: DeviceID?
        var hasSeveralDevices = false
    }
}

/// Why a request as a whole is no payload of the app that it is said to be of.
package struct PhoneFailure: Hashable, Sendable {
    /// What kind of thing is wrong, in snake case for programs.
    package var code: String
    /// What is wrong and what was expected.
    package var message: String

    /// Makes a failure.
    ///
    /// - Parameters:
    ///   - code: what kind of thing is wrong, in snake case.
    ///   - message: what is wrong and what was expected.
    package init(code: String, message: String) {
        self.code = code
        self.message = message
    }
}
