internal import GRDB
public import VisitModel

extension VisitStore {
    /// What the facility of a key is called, retired or not.
    ///
    /// - Parameter key: its number in this database.
    /// - Returns: its id; `nil` where there is none.
    /// - Throws: `VisitStoreError`.
    public func facilityID(_ key: FacilityKey) throws -> FacilityID? {
        try read { db in
            let find = try PreparedStatement(db, "SELECT id FROM facility WHERE key = ?")
            find.bind(1, key.rawValue)
            return try find.first { try $0.identifier(0) }
        }
    }
}
