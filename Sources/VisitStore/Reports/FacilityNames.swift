internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// The ids of facilities by key, each read once.
struct FacilityNames {
    private var ids: [Int64: FacilityID] = [:]
    private let find: PreparedStatement

    init(_ db: Database) throws {
        find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
    }

    /// Returns the id of a facility.
    ///
    /// - Throws: `StorageError` where no facility has the key.
    mutating func id(of key: Int64) throws -> FacilityID {
        if let id = ids[key] { return id }
        find.bind(1, key)
        guard let id: FacilityID = try find.first({ try $0.identifier(0) }) else {
            throw StorageError.damaged("an event at the missing facility \(key)")
        }
        ids[key] = id
        return id
    }
}
