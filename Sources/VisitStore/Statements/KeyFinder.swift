internal import GRDB
internal import SQLiteStorage
internal import VisitModel

/// Resolves names written by committed transactions to keys.
struct KeyFinder {
    private let lookups: Lookups
    private let facility: PreparedStatement
    private let member: PreparedStatement
    private let device: PreparedStatement

    init(_ db: Database, _ lookups: Lookups) throws {
        self.lookups = lookups
        self.facility = try PreparedStatement(db, "SELECT key FROM facility WHERE id = ?")
        self.member = try PreparedStatement(db, "SELECT key FROM member WHERE id = ?")
        self.device = try PreparedStatement(db, "SELECT key FROM device WHERE id = ?")
    }

    func key(of id: FacilityID) throws -> Int64 {
        try lookups.key(of: id) { try Self.find(id.text, facility) }
    }

    func key(of id: MemberID) throws -> Int64 {
        try lookups.key(of: id) { try Self.find(id.text, member) }
    }

    func key(of id: DeviceID) throws -> Int64 {
        try lookups.key(of: id) { try Self.find(id.text, device) }
    }

    private static func find(_ id: String, _ statement: PreparedStatement) throws -> Int64? {
        statement.bind(1, id)
        return try statement.first { $0.int64(0) }
    }
}
