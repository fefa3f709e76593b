internal import Synchronization

/// A cache of the encoded records, so that thousands of unchanged records are not encoded each time.
///
/// It is no part of the stored value: a store equals another with or without it.
struct WrittenRecords: Hashable, Sendable {
    private var box = Box()

    private final class Box: Sendable {
        let json = Mutex<[UInt8]?>(nil)
    }

    /// The records as a JSON list in UTF-8; calls `write` where it is not cached.
    func json(_ write: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let json = box.json.withLock({ $0 }) { return json }
        let json = try write()
        box.json.withLock { $0 = json }
        return json
    }

    /// Drops the cache after a change of the records; unchanged copies of the store keep it.
    mutating func forget() { box = Box() }

    static func == (lhs: WrittenRecords, rhs: WrittenRecords) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
