internal import VisitModel
internal import VisitStore

/// The index of the pending-fix log, by device.
///
/// The pending-fix log is a write-ahead log of fixes that the saved device states lack. It is read when the service
/// starts after a crash, so it is kept short: for every so many appended entries, the devices that have waited longest
/// become due to be saved. They become due a few at a time, before the log is full, so that no request waits for all of
/// them.
struct PendingFixIndex {
    /// The largest number of entries, and of bytes of fixes, from the oldest pending entry to the newest.
    struct Limit {
        var entries = 200_000
        var bytes = 64 << 20
    }

    private struct Waiting {
        let device: Device
        var numbers: [Int64] = []
        /// The time at which the first of them was appended.
        let since: Timestamp
        /// Whether the device was returned by `due`.
        var isDue = false
    }

    private let limit: Limit
    private var waiting: [DeviceKey: Waiting] = [:]
    /// The devices in the order of their oldest entries; those before `head` are done.
    private var turns: [(number: Int64, key: DeviceKey)] = []
    private var head = 0
    /// The number of devices that should have become due by now.
    private var quota = 0.0
    /// The sequence number of the newest entry.
    private var newest: Int64 = 0
    /// The sequence number before which every entry was deleted.
    private var deletedBefore: Int64 = 0
    /// The newest sequence number at the last call of `deletable`.
    private var lookedAt: Int64 = 0

    init(limit: Limit = Limit()) { self.limit = limit }

    var devices: [Device] { waiting.values.map(\.device) }

    /// The number of entries from the oldest pending one to the newest.
    var length: Int { waiting.isEmpty ? 0 : Int(newest - oldest + 1) }

    func numbers(of key: DeviceKey) -> [Int64] { waiting[key]?.numbers ?? [] }

    mutating func append(_ number: Int64, of key: DeviceKey, _ device: Device, byteCount: Int, at time: Timestamp) {
        newest = max(newest, number)
        if waiting[key] == nil {
            waiting[key] = Waiting(device: device, since: time)
            turns.append((number, key))
        }
        waiting[key]?.numbers.append(number)
        let share = max(1 / Double(limit.entries), Double(byteCount) / Double(limit.bytes))
        quota = min(quota + Double(waiting.count) * share, Double(waiting.count))
    }

    /// Removes a device after its state was saved with all its pending fixes.
    mutating func saved(_ key: DeviceKey) { waiting[key] = nil }

    /// Removes an erased device.
    mutating func forget(_ device: DeviceID) { waiting = waiting.filter { $0.value.device.id != device } }

    /// Returns a due device that could not be saved to the order.
    mutating func failed(_ key: DeviceKey) {
        guard let entry = waiting[key], entry.isDue, let first = entry.numbers.first else { return }
        waiting[key]?.isDue = false
        turns.append((first, key))
    }

    /// Returns a due device that could not be opened to the order.
    mutating func failed(_ device: DeviceID) {
        if let key = waiting.first(where: { $0.value.device.id == device })?.key { failed(key) }
    }

    /// Returns the devices to save now, each once, those that have waited longest first.
    ///
    /// Devices that have waited since before `time` are also due.
    mutating func due(waitingSince time: Timestamp? = nil) -> [Device] {
        var due: [Device] = []
        while head < turns.count {
            let (number, key) = turns[head]
            guard let entry = waiting[key], entry.numbers.first == number, !entry.isDue else {
                head += 1
                continue
            }
            guard quota >= 1 || time.map({ entry.since < $0 }) ?? false else { break }
            quota = max(0, quota - 1)
            waiting[key]?.isDue = true
            head += 1
            due.append(entry.device)
        }
        if head > 1_000, head * 2 > turns.count {
            turns.removeFirst(head)
            head = 0
        }
        return due
    }

    /// Returns the sequence number before which every entry can be deleted, or `nil` while there are too few.
    mutating func deletable(step: Int64 = 5_000) -> Int64? {
        guard newest >= lookedAt + step / 2 else { return nil }
        lookedAt = newest
        let oldest = oldest
        guard oldest >= deletedBefore + step else { return nil }
        deletedBefore = oldest
        return oldest
    }

    /// The sequence number of the oldest pending entry.
    private var oldest: Int64 { waiting.values.reduce(newest + 1) { min($0, $1.numbers.first ?? $0) } }
}
