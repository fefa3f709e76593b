internal import Foundation

extension RecordStore {
    /// Creates a store in a new temporary folder, which is deleted when the store is released.
    ///
    /// An ordinary file, for tests, trials and demonstrations. It can be opened a second time by its path while the
    /// store exists, like a phone after its process ended.
    ///
    /// - Parameter durability: the failure that a write survives.
    /// - Returns: an empty store.
    /// - Throws: `VisitStoreError` when the folder can't be created.
    public static func temporary(durability: Durability = .processEnd) throws -> RecordStore {
        let folder = try VisitStore.temporaryFolder()
        let path = folder.appendingPathComponent("records.sqlite").path
        return RecordStore(path: path, queue: try open(path: path, durability)) {
            // A remaining file lies among the system's temporary files.
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// Creates an in-memory store.
    ///
    /// It has the same tables and transactions. It is meant for simulations of many phones, each of which would
    /// otherwise hold three files open. To simulate the end of a phone's process, keep the store and release everything
    /// else.
    public static func inMemory() throws -> RecordStore {
        RecordStore(path: ":memory:", queue: try openInMemory(), cleanUp: nil)
    }
}
