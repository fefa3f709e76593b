internal import GeofenceEngine
internal import VisitModel

/// The changes that advancing a timeline produced, to be stored with it.
struct TimelineJournal {
    /// The entries, in order.
    private(set) var entries: [Entry] = []
    /// Every stay that began, grew or ended, in its current state, with the trigger of its last change.
    private(set) var stays: [StayID: (stay: Stay, touchedAt: Timestamp)] = [:]
    /// The number of fixes that were not used, by reason.
    private(set) var rejections: [FixRejection: Int] = [:]
    /// The checkpoints saved at the ends of completed intervals.
    private(set) var checkpoints: [(at: Timestamp, state: [UInt8])] = []

    /// A journal entry.
    struct Entry {
        /// The time of the input that caused it.
        let trigger: Timestamp
        /// The order among the entries of one trigger.
        let ordinal: Int
        /// The fix that caused it.
        let fix: Fix?
        /// The kind of change.
        var kind: Kind
    }

    /// The kind of change.
    ///
    /// Stays are stored indirectly: they are large, and nine of ten entries have none.
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

    /// Whether there are no entries, no changed stays and no checkpoints.
    var isEmpty: Bool { entries.isEmpty && stays.isEmpty && checkpoints.isEmpty }

    /// Resets the counts of unused fixes, which are reported once.
    mutating func forgetRejections() { rejections = [:] }

    /// Discards everything but the counts of unused fixes, before the inputs are evaluated again.
    mutating func forgetHappenings() { (entries, stays, checkpoints) = ([], [:], []) }

    /// Replaces every checkpoint by its transformed state.
    mutating func rewriteCheckpoints(_ body: ([UInt8]) throws -> [UInt8]) rethrows {
        for index in checkpoints.indices {
            checkpoints[index].state = try body(checkpoints[index].state)
        }
    }

    /// Gives a stay the id under which it was recorded before.
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
