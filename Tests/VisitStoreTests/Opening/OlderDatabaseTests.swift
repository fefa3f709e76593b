import Foundation
import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Databases of every version")
struct OlderDatabaseTests {
    @Test(
        "a database of an older version is upgraded with all it has, passes the check, and can be written",
        arguments: OlderDatabases.names
    )
    func upgrade(name: String) throws {
        let folder = try TemporaryFolder()
        let path = folder.file("footfall.sqlite")
        try OlderDatabases.unpack(name, to: path)
        let version = try #require(OlderDatabases.names.firstIndex(of: name)) + 1
        let before = try Self.rows(of: path)
        #expect(before["visit"] ?? 0 > 0)
        let trial = try UpgradeTrial.run(on: path)
        #expect(trial.oldVersion == version)
        #expect(trial.findings == [])
        #expect(trial.changedMonths == [])
        let store = try VisitStore(path: path)
        let isNewest = version == OlderDatabases.names.count
        #expect((store.upgrade == nil) == isNewest)
        #expect(try store.check() == [])
        for (table, count) in try Self.rows(of: path) { #expect(before[table] == count, "\(table)") }
        let members = try store.members.all().count
        #expect(members == before["member"])
        #expect(try store.visits.all().count == before["visit"])
        try store.load([gym("new")])
        #expect(try store.facilities.find(FacilityID("new")) != nil)
        if !isNewest {
            #expect(try Self.rows(of: path + ".version-\(version)") == before)
        }
    }

    /// The number of rows of each table that every version has.
    private static func rows(of path: String) throws -> [String: Int] {
        try DatabaseQueue(path: path, configuration: OlderDatabase.configuration).read { db in
            var rows: [String: Int] = [:]
            for table in ["facility", "facility_version", "member", "device", "fix_chunk", "event", "stay", "visit"] {
                rows[table] = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)")
            }
            return rows
        }
    }
}
