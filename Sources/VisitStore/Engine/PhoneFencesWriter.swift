internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Writes the geofences assigned to phones.
struct PhoneFencesWriter {
    private let upsert: PreparedStatement

    init(_ db: Database) throws {
        self.upsert = try PreparedStatement(
            db,
            """
            INSERT INTO phone_fences (device, told, confirmed, doubtful, changed_ms) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (device) DO UPDATE SET told = excluded.told, confirmed = excluded.confirmed,
                doubtful = excluded.doubtful, changed_ms = excluded.changed_ms
            """
        )
    }

    func write(_ fences: PhoneFences, of device: DeviceKey) throws {
        upsert.bind(1, device.rawValue)
        upsert.bind(2, KeyList.text(of: fences.told))
        upsert.bind(3, KeyList.text(of: fences.confirmed))
        upsert.bind(4, KeyList.text(of: fences.doubtful))
        upsert.bind(5, fences.changedAt.milliseconds)
        try upsert.run()
    }
}
