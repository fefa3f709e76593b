internal import GeofenceEngine
internal import VisitModel

/// What came out of advancing a timeline, to be stored with it.
struct TimelineJournal {
    /// What happened, in order.
    private(set) var entries: [Entry] = []
    /// Every stay that began, grew or ended, as it is now, with the trigger of its last change.
    private(set) var stays: [StayID: (stay: Stay, touchedAt: Timestamp)] = [:]
    /// How many fixes were not used, by reason.
    private(set) var rejections: [FixRejection: Int] = [:]
    /// The states at the ends of the stretches of time that were left behind.
    private(set) var checkpoints: [(at: Timestamp, state: [UInt8])] = []

    /// One happening.
    struct Entry {
        /// The time of the input that told of it.
        let trigger: Timestamp
        /// The order among the happenings of one trigger.
        let ordinal: Int
        /// The fix that told of it.
        let fix: Fix?
        /// What happened.
        var kind: Kind
    }

    /// What happened.
    ///
    /// The stays lie apart: they are large, and nine of ten entries have none.
    enum Kind {
        case registered([FenceKey])
        case unregistered([FenceKey]?)
        indirect case entered(Stay, at: Timestamp)
        indirect case dwelled(Stay, at: Timestamp)
        indirect case exited(Stay, at: Timestamp)
        case error(code: String, message: String)
        case heartbeat
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
    }

    mutating func note(_ stay: Stay, touchedAt: Timestamp) {
        stays[stay.id] = (stay, touchedAt)
    }

    mutating func count(_ rejection: FixRejection, _ number: Int = 1) {
        rejections[rejection, default: 0] += number
    }

    mutating func saveCheckpoint(at time: Timestamp, _ state: [UInt8]) {
        checkpoints.append((time, state))
    }

    /// Whether nothing happened and nothing grew.
    var isEmpty: Bool { entries.isEmpty && stays.isEmpty && checkpoints.isEmpty }

    /// Forgets what was counted, which is told once.
    mutating func forgetRejections() { rejections = [:] }

    /// Forgets all but what was counted: it is lived through again.
    mutating func forgetHappenings() { (entries, stays, checkpoints) = ([], [:], []) }

    /// Makes every saved state anew.
    mutating func rewriteCheckpoints(_ body: ([UInt8]) throws -> [UInt8]) rethrows {
        for index in checkpoints.indices {
            checkpoints[index].state = try body(checkpoints[index].state)
        }
    }

    /// Gives a stay the name under which it was told before.
    mutating func rename(_ current: StayID, to id: StayID) {
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
            case .entered, .dwelled, .exited, .registered, .unregistered, .error, .heartbeat:
                break
            }
        }
    }
}
