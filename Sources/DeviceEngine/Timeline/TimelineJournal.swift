public import GeofenceEngine
public import VisitModel

/// The changes that advancing a timeline produced, to be stored with it.
public struct TimelineJournal: Sendable {
    /// The entries, in order.
    public private(set) var entries: [Entry] = []
    /// Every stay that began, grew or ended, in its current state, with the trigger of its last change.
    public private(set) var stays: [StayID: (stay: Stay, touchedAt: Timestamp)] = [:]
    /// The number of fixes that were not used, by reason.
    public private(set) var rejections: [FixRejection: Int] = [:]
    /// The checkpoints saved at the ends of completed intervals.
    public private(set) var checkpoints: [(at: Timestamp, state: [UInt8])] = []

    /// Creates an empty journal.
    public init() {}

    /// A journal entry.
    public struct Entry: Sendable {
        /// The time of the input that caused it.
        public let trigger: Timestamp
        /// The order among the entries of one trigger.
        public let ordinal: Int
        /// The fix that caused it.
        public let fix: Fix?
        /// The kind of change.
        public var kind: Kind
    }

    /// The kind of change.
    ///
    /// Stays are stored indirectly: they are large, and nine of ten entries have none.
    public enum Kind: Sendable {
        case registered([FenceKey])
        case unregistered([FenceKey]?)
        indirect case entered(Stay, at: Timestamp)
        indirect case dwelled(Stay, at: Timestamp)
        indirect case exited(Stay, at: Timestamp)
        case error(code: String, message: String)
        case heartbeat

        /// Whether geofences were registered or unregistered.
        package var isRegistration: Bool {
            switch self {
            case .registered, .unregistered: true
            case .entered, .dwelled, .exited, .error, .heartbeat: false
            }
        }
    }

    package mutating func append(_ entry: Entry) { entries.append(entry) }

    package mutating func record(_ stay: Stay, touchedAt: Timestamp) { stays[stay.id] = (stay, touchedAt) }

    package mutating func count(_ rejection: FixRejection, _ number: Int = 1) {
        rejections[rejection, default: 0] += number
    }

    package mutating func saveCheckpoint(at time: Timestamp, _ state: [UInt8]) {
        checkpoints.append((time, state))
    }

    /// Whether there are no entries, no changed stays and no checkpoints.
    public var isEmpty: Bool { entries.isEmpty && stays.isEmpty && checkpoints.isEmpty }

    /// The counts are reported once.
    package mutating func forgetRejections() { rejections = [:] }

    /// Discards everything but the counts of unused fixes, before the inputs are evaluated again.
    package mutating func discardAllButRejections() { (entries, stays, checkpoints) = ([], [:], []) }

    package mutating func rewriteCheckpoints(_ body: ([UInt8]) throws -> [UInt8]) rethrows {
        for index in checkpoints.indices { checkpoints[index].state = try body(checkpoints[index].state) }
    }

    /// Gives a stay the id under which it was recorded before.
    package mutating func rename(_ current: StayID, to id: StayID) {
        if var renamed = stays.removeValue(forKey: current) {
            renamed.stay.id = id
            stays[id] = renamed
        }
        for index in entries.indices {
            switch entries[index].kind {
            case .entered(var stay, let time) where stay.id == current:
                stay.id = id
                entries[index].kind = .entered(stay, at: time)
            case .dwelled(var stay, let time) where stay.id == current:
                stay.id = id
                entries[index].kind = .dwelled(stay, at: time)
            case .exited(var stay, let time) where stay.id == current:
                stay.id = id
                entries[index].kind = .exited(stay, at: time)
            case .entered, .dwelled, .exited, .registered, .unregistered, .error, .heartbeat: break
            }
        }
    }
}

/// Makes the ids of the events of one device: digests of what late input does not change.
package struct EventIDs: Sendable {
    private let device: DeviceID
    /// The digests of name and device of the two kinds that nine of ten events are of.
    private let registered: StableDigest
    private let unregistered: StableDigest

    package init(of device: DeviceID) {
        self.device = device
        registered = Self.digest(of: JournalEvent.Kind.registered([]).name, device)
        unregistered = Self.digest(of: JournalEvent.Kind.unregistered(nil).name, device)
    }

    /// The id of the event that a journal entry makes; `name` is the name of the event's kind.
    ///
    /// An event of a stay is identified by the stay and its number of entries, another one by the time of the input and
    /// its order among the entries of that time.
    package func id(of entry: TimelineJournal.Entry, kind name: String) -> EventID {
        var digest: StableDigest
        switch entry.kind {
        case .entered(let stay, _), .dwelled(let stay, _), .exited(let stay, _):
            digest = StableDigest()
            digest.combine(Int64(bitPattern: stay.id.rawValue))
            digest.combine(Int64(stay.entries))
            digest.combine(name)
            return EventID(digest: digest.value)
        case .registered: digest = registered
        case .unregistered: digest = unregistered
        case .error, .heartbeat: digest = Self.digest(of: name, device)
        }
        digest.combine(entry.trigger.milliseconds)
        digest.combine(Int64(entry.ordinal))
        return EventID(digest: digest.value)
    }

    private static func digest(of name: String, _ device: DeviceID) -> StableDigest {
        var digest = StableDigest()
        digest.combine(name)
        digest.combine(device.text)
        return digest
    }
}
