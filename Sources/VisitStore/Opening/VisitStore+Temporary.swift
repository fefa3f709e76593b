internal import Foundation
package import SQLiteStorage
internal import Synchronization
internal import VisitModel

extension VisitStore {
    /// Creates a database in a new temporary folder, which is deleted when the store is released.
    ///
    /// An ordinary file, for tests, trials and demonstrations.
    package static func temporary(durability: Durability = .processEnd) throws -> VisitStore {
        let folder = try DatabaseFile.makeTemporaryFolder()
        let file = folder.appendingPathComponent("footfall.sqlite")
        // Writing to it keeps its permissions.
        PrivateFile.create(file.path)
        do {
            try emptyDatabase().write(to: file)
        } catch let error as CocoaError {
            try? FileManager.default.removeItem(at: folder)
            throw StorageError(.cannotOpen, "the temporary file `\(file.path)` could not be written", cause: error)
        }
        return try VisitStore(path: file.path, durability) {
            // A remaining file lies among the system's temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// At the newest version of the schema; `nil` before the first use.
    private static let cachedEmptyDatabase = Mutex<Data?>(nil)

    /// Creates an empty database once per process: running the migrations costs five times as much as copying their
    /// result.
    private static func emptyDatabase() throws -> Data {
        try cachedEmptyDatabase.withLock { cached in
            if let cached { return cached }
            let folder = try DatabaseFile.makeTemporaryFolder()
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appendingPathComponent("empty.sqlite")
            // Closing checkpoints the write-ahead log into the file.
            try VisitStore(path: file.path, .processEnd, cleanUp: nil).close()
            let bytes = try Data(contentsOf: file)
            cached = bytes
            return bytes
        }
    }
}
