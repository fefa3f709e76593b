internal import CSQLite
package import Foundation
package import GRDB
internal import VisitModel

/// What every database file is checked for before it is opened.
package enum DatabaseFile {
    /// How long a writer waits for another process, in seconds.
    ///
    /// Long enough for an import of a hundred thousand facilities, short enough for an interactive user.
    package static let busySeconds = 10.0

    /// Makes SQLite stop counting the memory it uses, which takes a lock of the whole process with each allocation: a
    /// fifth of the time of an insertion.
    ///
    /// Without effect where the process has already used SQLite.
    package static func prepareLibrary() { _ = isPrepared }

    private static let isPrepared = footfall_stop_counting_memory() == SQLITE_OK

    /// Refuses paths for which SQLite would only report "unable to open".
    package static func checkLocation(_ path: String) throws {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
            throw StorageError(
                .cannotOpen,
                "the folder `\(folder)` of the database does not exist; create it first, or choose another"
            )
        }
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
            throw StorageError(.cannotOpen, "`\(path)` is a folder; choose a file for the database")
        }
    }

    /// Refuses another program's database before anything is changed; `kind` is the expected kind for the message.
    package static func checkOwner(_ path: String, applicationID: Int64, kind: String) throws {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard let size, size > 0 else { return }
        var configuration = Configuration()
        configuration.readonly = true
        configuration.busyMode = .timeout(busySeconds)
        let (owner, tables) = try DatabaseQueue(path: path, configuration: configuration).read { db in
            (
                try Int64.fetchOne(db, sql: "PRAGMA application_id") ?? 0,
                // The migrator's own table is created before the migration that sets the application id: it exists
                // alone while another process is creating the database.
                try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'") ?? 0
            )
        }
        guard owner == applicationID || tables == 0 else {
            throw StorageError(
                .notADatabase,
                "`\(path)` is a database of another program; choose a \(kind), or a new file to create one"
            )
        }
    }

    /// Refuses a folder, a pipe and whatever else is no file, which SQLite would wait for or report as an error of the disk.
    package static func checkRegular(_ path: String) throws {
        let type =
            try? FileManager.default.attributesOfItem(
                atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path
            )[.type] as? FileAttributeType
        guard type == nil || type == .typeRegular else {
            throw StorageError(.cannotOpen, "`\(path)` is not a file; choose a database")
        }
    }

    /// Whether there is a file that is not empty.
    package static func hasContent(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        return (size ?? nil) ?? 0 > 0
    }

    package static func makeTemporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("footfall-\(UUID().uuidString)")
        do {
            // What is tried out may be the data of real people.
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StorageError(
                .cannotOpen,
                "the temporary folder `\(folder.path)` could not be created; set TMPDIR to a writable folder",
                cause: error
            )
        }
        return folder
    }
}

extension Database {
    /// Switches the file to write-ahead logging if needed; returns false on a file system that does not support it.
    ///
    /// The switch reads the file's header and then upgrades its read lock to a write lock. SQLite never calls the busy
    /// handler for such an upgrade. Of two processes that open a new file, one therefore fails at once with
    /// `SQLITE_BUSY`, whatever the busy timeout. A transaction that begins with a write lock does wait for up to the
    /// timeout. After it the file either uses write-ahead logging or is free to be switched. Throws `DatabaseError`
    /// with `SQLITE_BUSY` when another connection holds the file for longer than the limit.
    package func switchToWriteAheadLog(limitSeconds: Double) throws -> Bool {
        let deadline = ContinuousClock.now.advanced(by: .seconds(limitSeconds))
        while true {
            do {
                return try String.fetchOne(self, sql: "PRAGMA journal_mode = WAL") == "wal"
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                guard ContinuousClock.now < deadline else { throw error }
                try inTransaction(.immediate) { .commit }
            }
        }
    }
}

/// The failure that a write survives once its method has returned.
public enum Durability: Hashable, Sendable, CaseIterable {
    /// Power loss: each write waits for the disk. For production data.
    case powerLoss
    /// The end of the process in any way, but not that of the machine: a write does not wait for the disk.
    ///
    /// For simulations and tests, which keep nothing afterwards.
    case processEnd
}

extension Durability {
    /// The value for `PRAGMA synchronous`.
    package var level: String {
        switch self {
        case .powerLoss: "FULL"
        case .processEnd: "OFF"
        }
    }
}
