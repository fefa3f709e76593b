internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension DeviceStateRepository {
    /// `nil` for a phone that never received any; `DeviceCommit.fences` writes them.
    package func phoneFences(of device: DeviceKey) throws -> PhoneFences? {
        try database.read { db in
            let find = try PreparedStatement(
                db,
                "SELECT told, confirmed, doubtful, changed_ms FROM phone_fences WHERE device = ?"
            )
            find.bind(1, device.rawValue)
            return try find.first { row in
                PhoneFences(
                    delivered: try KeyList.keys(of: row.text(0)),
                    confirmed: try KeyList.keys(of: row.text(1)),
                    doubtful: try KeyList.keys(of: row.text(2)),
                    changedAt: row.time(3)
                )
            }
        }
    }

    /// Records the geofences delivered to a phone by a request that stores nothing else.
    package func setPhoneFences(_ fences: PhoneFences, of device: DeviceKey) throws {
        try database.write { db in try PhoneFencesWriter(db).write(fences, of: device) }
    }
}

/// The geofences assigned to a phone that receives them in the responses to its requests.
package struct PhoneFences: Hashable, Sendable {
    /// In the order in which they were delivered.
    package var delivered: [FacilityKey]
    /// The delivered geofences that the phone acknowledged by sending something new after the response with them.
    package var confirmed: [FacilityKey]
    /// The geofences that the phone was instructed to remove and may still monitor.
    package var doubtful: [FacilityKey]
    package var changedAt: Timestamp

    package init(delivered: [FacilityKey], confirmed: [FacilityKey], doubtful: [FacilityKey] = [], changedAt: Timestamp)
    {
        self.delivered = delivered
        self.confirmed = confirmed
        self.doubtful = doubtful
        self.changedAt = changedAt
    }
}
