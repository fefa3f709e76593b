import GRDB
import SQLiteStorage
import StoreTestSupport
import Testing
import VisitModel

@testable import VisitStore

@Suite("Rules of the values of columns")
struct CheapRuleTests {
    /// SQLite builds an index of `IN` with three or more values each time it runs a statement that checks it.
    @Test(
        "those of the tables that are written for each report build no index of their own",
        arguments: [
            ("fix_chunk", 0), ("event", 0), ("registration_chunk", 0), ("stay", 0), ("device_state", 0),
            ("checkpoint", 0),
            ("intake", 0),
            // The condition of the index `visit_undecided`, as queries write it.
            ("visit", 1),
        ]
    )
    func builds(table: String, indexes: Int) throws {
        let queue = try DatabaseQueue(configuration: VisitDatabase.configuration())
        try VisitDatabase.migrator().migrate(queue)
        #expect(try queue.read { try Self.builtIndexes($0, writing: table) } == indexes)
    }

    @Test("written as comparisons they accept and refuse the same values, also for a program that had the file open")
    func accepts() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("footfall.sqlite")
        try OlderDatabases.unpack("0018-registration-chunks", to: path)
        let open = try DatabaseQueue(path: path, configuration: VisitDatabase.configuration())
        let before = try open.write(Self.accepted)
        #expect(before.count > 20)
        #expect(before["visit.evidence manual"] == true)
        #expect(before["stay.evidence manual"] == false)
        #expect(try VisitStore(path: path).upgrade?.newVersion == VisitDatabase.migrator().migrations.count)
        #expect(try open.write(Self.accepted) == before)
        let builds = try open.read { db in
            try ["fix_chunk", "stay", "visit"].map { try Self.builtIndexes(db, writing: $0) }
        }
        #expect(builds == [0, 0, 1])
        #expect(try open.write { try String.fetchAll($0, sql: "PRAGMA integrity_check") } == ["ok"])
        let texts = try open.read { db in
            try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE name IN ('fix_chunk', 'stay', 'visit')")
        }
        #expect(texts.count == 3)
        #expect(!texts.contains { $0.contains(" IN (") })
    }

    /// The number of indexes that SQLite builds to insert a row.
    private static func builtIndexes(_ db: Database, writing table: String) throws -> Int {
        let steps = try Row.fetchAll(db, sql: "EXPLAIN INSERT INTO \(table) DEFAULT VALUES").map { row in
            row["opcode"] as String
        }
        #expect(steps.contains("Insert"))
        return steps.count { $0 == "OpenEphemeral" }
    }

    /// Whether a row can have a value, by table, column and value.
    private static func accepted(_ db: Database) throws -> [String: Bool] {
        let values = [
            "live", "replayed", "evidence", "open", "closed", "timed_out", "withdrawn", "declined", "confirmed",
            "inferred", "manual", "none", "counted", "too_short", "weak_evidence", "ambiguous", "same_day", "doubtful",
            "unproven",
            "taken_back",
            "Live", "", "other",
        ]
        let columns = [
            ("fix_chunk", "origin"), ("stay", "status"), ("stay", "evidence"), ("visit", "status"),
            ("visit", "evidence"),
            ("visit", "verdict"),
        ]
        var accepted: [String: Bool] = [:]
        for (table, column) in columns {
            for value in values {
                try db.inSavepoint {
                    do {
                        // A visit is added by hand where it has no phone, and only there.
                        let device = value == "manual" && table == "visit" ? ", device = NULL" : ""
                        try db.execute(sql: "UPDATE \(table) SET \(column) = ?\(device)", arguments: [value])
                        accepted["\(table).\(column) \(value)"] = true
                    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
                        accepted["\(table).\(column) \(value)"] = false
                    }
                    return .rollback
                }
            }
        }
        return accepted
    }
}
