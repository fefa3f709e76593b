internal import Synchronization

/// The records as they were last written, so that thousands that have not changed are not written anew each time.
///
/// No part of what is stored: with it and without it the store is the same.
struct WrittenRecords: Hashable, Sendable {
    private var box = Box()

    private final class Box: Sendable {
        let json = Mutex<[UInt8]?>(nil)
    }

    /// The records as JSON.
    ///
    /// - Parameter write: makes it, where it is not there.
    /// - Returns: a list in UTF-8.
    /// - Throws: what `write` throws.
    func json(_ write: () throws -> [UInt8]) rethrows -> [UInt8] {
        if let json = box.json.withLock({ $0 }) { return json }
        let json = try write()
        box.json.withLock { $0 = json }
        return json
    }

    /// The records have changed; copies of the store that have not go on with what was written.
    mutating func forget() { box = Box() }

    static func == (lhs: WrittenRecords, rhs: WrittenRecords) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
