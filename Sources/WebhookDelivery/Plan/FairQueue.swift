/// Whose turn it is: first come, first served, everybody at most once.
struct FairQueue<Key: Hashable & Sendable>: Sendable {
    private var keys: [Key] = []
    private var start = 0
    private var members: Set<Key> = []

    /// How many wait.
    var count: Int { members.count }

    /// Puts a key at the end, unless it waits already.
    mutating func append(_ key: Key) {
        if members.insert(key).inserted { keys.append(key) }
    }

    /// Takes out the key that has waited longest.
    mutating func popFirst() -> Key? {
        guard start < keys.count else { return nil }
        let key = keys[start]
        start += 1
        members.remove(key)
        // Half of the room at most is for those that are gone, so the cost of moving stays that of the additions.
        if start * 2 >= keys.count {
            keys.removeFirst(start)
            start = 0
        }
        return key
    }
}
