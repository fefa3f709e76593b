/// A first-in, first-out queue that holds each key at most once.
struct FairQueue<Key: Hashable & Sendable>: Sendable {
    private var keys: [Key] = []
    private var start = 0
    private var members: Set<Key> = []

    /// The number of waiting keys.
    var count: Int { members.count }

    /// Appends a key, unless it is waiting already.
    mutating func append(_ key: Key) {
        if members.insert(key).inserted { keys.append(key) }
    }

    /// Removes and returns the key that has waited longest.
    mutating func popFirst() -> Key? {
        guard start < keys.count else { return nil }
        let key = keys[start]
        start += 1
        members.remove(key)
        // Removed keys take up at most half of the array, so that the amortised cost is O(1).
        if start * 2 >= keys.count {
            keys.removeFirst(start)
            start = 0
        }
        return key
    }
}
