internal import VisitModel
internal import VisitStore

/// What of the intake still waits for its devices' states to be stored, as a value.
///
/// The intake is read when the service starts after it was stopped all at once, so it is kept short: for every so many
/// entries that are put down, the devices that have waited the longest are to be stored. Those are asked for a few at a
/// time and not when it is full, so that no request waits for all of them.
struct IntakeLog {
    /// The most entries, and bytes of fixes, from the oldest that waits to the newest.
    struct Limit {
        var entries = 200_000
        var bytes = 64 << 20
    }

    /// What waits of a device.
    private struct Waiting {
        let device: Device
        var numbers: [Int64] = []
        /// When the first of it was put down.
        let since: Timestamp
        /// Whether the device was asked for.
        var isDue = false
    }

    private let limit: Limit
    private var waiting: [DeviceKey: Waiting] = [:]
    /// The devices in the order of their oldest entries; those before `head` had their turn.
    private var turns: [(number: Int64, key: DeviceKey)] = []
    private var head = 0
    /// How many devices should have been asked for.
    private var quota = 0.0
    /// The number of the newest entry.
    private var newest: Int64 = 0
    /// Before which number everything was deleted.
    private var deletedBefore: Int64 = 0
    /// The newest number when it was last looked at how much can be deleted.
    private var lookedAt: Int64 = 0

    init(limit: Limit = Limit()) {
        self.limit = limit
    }

    /// Every device that waits.
    var devices: [Device] { waiting.values.map(\.device) }

    /// How many entries wait, and those between them.
    var length: Int { waiting.isEmpty ? 0 : Int(newest - oldest + 1) }

    /// The numbers of what waits of a device.
    func numbers(of key: DeviceKey) -> [Int64] { waiting[key]?.numbers ?? [] }

    /// Notes that something was put down.
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

    /// Notes that a device's state was stored with all that was put down of it.
    mutating func saved(_ key: DeviceKey) {
        waiting[key] = nil
    }

    /// Forgets a device that is no more.
    mutating func forget(_ device: DeviceID) {
        waiting = waiting.filter { $0.value.device.id != device }
    }

    /// Notes that a device that was asked for could not be stored.
    mutating func failed(_ key: DeviceKey) {
        guard let entry = waiting[key], entry.isDue, let first = entry.numbers.first else { return }
        waiting[key]?.isDue = false
        turns.append((first, key))
    }

    /// Notes that a device that was asked for could not even be opened.
    mutating func failed(_ device: DeviceID) {
        if let key = waiting.first(where: { $0.value.device.id == device })?.key { failed(key) }
    }

    /// The devices that are to be stored now, those that wait the longest first; each is asked for once.
    ///
    /// - Parameter time: those are among them that have waited since before it.
    /// - Returns: the devices.
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

    /// Before which number all can be deleted; `nil` where it is not worth the trouble yet.
    ///
    /// - Parameter step: how many entries are worth it.
    /// - Returns: the number of the oldest entry that waits.
    mutating func deletable(step: Int64 = 5_000) -> Int64? {
        guard newest >= lookedAt + step / 2 else { return nil }
        lookedAt = newest
        let oldest = oldest
        guard oldest >= deletedBefore + step else { return nil }
        deletedBefore = oldest
        return oldest
    }

    /// The number of the oldest entry that waits.
    private var oldest: Int64 {
        waiting.values.reduce(newest + 1) { min($0, $1.numbers.first ?? $0) }
    }
}
