internal import Foundation

extension RecordStore {
    /// Makes a file in a new folder of the system's temporary files, taken away when the store is let go.
    ///
    /// A real file like any other, for tests, trials and demonstrations. It can be opened a second time by its path while
    /// the store is there, as a phone does after its process was ended.
    ///
    /// - Parameter durability: what a write outlives.
    /// - Returns: an empty store.
    /// - Throws: `VisitStoreError` when the folder can't be made.
    public static func temporary(durability: Durability = .processEnd) throws -> RecordStore {
        let folder = try VisitStore.temporaryFolder()
        let path = folder.appendingPathComponent("records.sqlite").path
        return RecordStore(path: path, queue: try open(path: path, durability)) {
            // What is left behind lies among temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Makes a store that has no file and is gone when it is let go.
    ///
    /// The same tables and the same transactions. For simulations of many phones, each of which would hold three files
    /// open: whoever plays the end of a phone's process keeps the store and lets go of everything else.
    ///
    /// - Returns: an empty store.
    /// - Throws: `VisitStoreError`.
    public static func inMemory() throws -> RecordStore {
        RecordStore(path: ":memory:", queue: try openInMemory(), cleanUp: nil)
    }
}
