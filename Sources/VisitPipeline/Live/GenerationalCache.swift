/// A cache of recently used values in two generations.
///
/// Every value that was used since the younger generation last filled up is present: no order has to be maintained.
struct GenerationalCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]
    private let halfLimit: Int

    /// Makes a cache of at most `limit` values, 2 or more.
    init(limit: Int) { self.halfLimit = max(1, limit / 2) }

    var count: Int { young.count + old.count }

    /// Returns a value, which moves to the younger generation.
    mutating func value(of key: Key) -> Value? {
        if let value = young[key] { return value }
        guard let value = old.removeValue(forKey: key) else { return nil }
        insert(value, for: key)
        return value
    }

    mutating func insert(_ value: Value, for key: Key) {
        old.removeValue(forKey: key)
        if young.count >= halfLimit, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }

    mutating func remove(_ key: Key) {
        young.removeValue(forKey: key)
        old.removeValue(forKey: key)
    }

    mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
