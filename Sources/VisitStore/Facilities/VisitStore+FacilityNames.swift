internal import GRDB
internal import SQLiteStorage
package import VisitModel

extension VisitStore {
    /// Returns the id of a facility by its key, retired or not; `nil` where there is none.
    package func facilityID(_ key: FacilityKey) throws -> FacilityID? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
            find.bind(1, key.rawValue)
            return try find.first { try $0.identifier(0) }
        }
    }
}
