import GRDB
import SQLiteStorage
import StoreTestSupport

@testable import VisitStore

/// A store with a table of bytes, by which its write-ahead log becomes long.
struct FillerStore {
    static let megabyte = 1 << 20

    private let folder: TemporaryFolder
    let store: VisitStore

    init() throws {
        folder = try TemporaryFolder()
        store = try VisitStore(path: folder.file("log.sqlite"), .processEnd, cleanUp: nil)
        try store.database.write { try $0.execute(sql: "CREATE TABLE filler (key INTEGER PRIMARY KEY, bytes BLOB)") }
    }

    /// Writes a megabyte into the row of a key, or a new one.
    static func writeMegabyte(_ key: Int? = nil, _ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO filler VALUES (?, randomblob(\(megabyte)))",
            arguments: [key]
        )
    }
}
