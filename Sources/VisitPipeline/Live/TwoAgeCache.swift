/// Values that were used lately, the rest forgotten.
///
/// Whatever was used since the younger half last filled up is there: no list has to be kept in order.
struct TwoAgeCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let halfLimit: Int

    /// Makes a cache.
    ///
    /// - Parameter limit: the most values kept, 2 or more.
    init(limit: Int) {
        self.halfLimit = max(1, limit / 2)
    }

    /// How many values there are.
    var count: Int { young.count + old.count }

    /// The value of a key, which stays for another while.
    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    /// Keeps a value.
    mutating func insert(_ value: Value, for key: Key) {
        old.removeValue(forKey: key)
        if young.count >= halfLimit, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }

    /// Forgets a value.
    mutating func remove(_ key: Key) {
        young.removeValue(forKey: key)
        old.removeValue(forKey: key)
    }

    /// Forgets everything.
    mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
