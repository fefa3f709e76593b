internal import Foundation

extension VisitStore {
    /// Makes a database in a new folder of the system's temporary files, taken away when the store is let go.
    ///
    /// A real file like any other, for tests, trials and demonstrations.
    ///
    /// - Parameter durability: what a write outlives.
    /// - Returns: an empty store.
    /// - Throws: `VisitStoreError` when the folder can't be made.
    public static func temporary(durability: Durability = .processEnd) throws -> VisitStore {
        let folder = try temporaryFolder()
        return try VisitStore(path: folder.appendingPathComponent("footfall.sqlite").path, durability) {
            // What is left behind lies among temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Makes a folder for one throw-away database.
    static func temporaryFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("footfall-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        } catch {
            throw VisitStoreError(
                .cannotOpen,
                "the temporary folder `\(folder.path)` could not be made; set TMPDIR to a folder that may be written",
                cause: error
            )
        }
        return folder
    }
}
