internal import PhoneOS
internal import PhoneSimulator
internal import SimulationLab
internal import VisitModel

/// A timeline without routine entries: the registrations that change as the phone moves, and the heartbeats.
///
/// A phone that registers the nearest twenty places emits an event for every change. Between two other entries, one
/// line gives the number of changes.
struct TimelineDigest {
    struct Line {
        let time: Timestamp
        let lane: String
        let text: String
    }

    private(set) var lines: [Line] = []
    private var changes = 0
    private var changedAt: Timestamp?

    /// Displays every entry, fixes too, where `isFull`.
    init(_ entries: [TimelineEntry], isFull: Bool) {
        // The first registrations, and those after all were cleared, are displayed by name.
        var isFirst = true
        for entry in entries {
            if !isFull, entry.item.isRoutine || entry.item.mirrorsApp { continue }
            if !isFull, entry.item.isRegistration, !isFirst {
                changes += 1
                changedAt = changedAt ?? entry.time
                continue
            }
            flush()
            lines.append(Line(time: entry.time, lane: entry.item.lane.rawValue, text: entry.item.text))
            if entry.item.isRegistration { isFirst = false }
            if entry.item.clearsRegistrations { isFirst = true }
        }
        flush()
    }

    /// Adds the line for the changes counted so far.
    private mutating func flush() {
        guard let time = changedAt else { return }
        let text = changes == 1 ? "chooses other places" : "chooses other places, \(changes) changes"
        lines.append(Line(time: time, lane: TimelineEntry.Lane.app.rawValue, text: text))
        (changes, changedAt) = (0, nil)
    }
}

extension TimelineEntry.Item {
    /// Whether the entry is frequent: a fix, a heartbeat, a request that the server accepted.
    fileprivate var isRoutine: Bool {
        switch self {
        case .fix: true
        case .event(let event), .served(let event): event.kind == .heartbeat
        case .sent(let sent): sent.isTaken
        default: false
        }
    }

    /// Whether some places were registered or unregistered; a clearing of all is not included.
    fileprivate var isRegistration: Bool {
        guard let event else { return false }
        switch event.kind {
        case .registered, .unregistered(.some): return true
        default: return false
        }
    }

    fileprivate var clearsRegistrations: Bool { event?.kind == .unregistered(nil) }

    private var event: GeofenceEvent? {
        switch self {
        case .event(let event), .served(let event): event
        default: nil
        }
    }

    /// Whether the OS applies a registration that the app has just reported.
    fileprivate var mirrorsApp: Bool {
        guard case .system(let note) = self else { return false }
        switch note {
        case .added, .removed: return true
        default: return false
        }
    }
}
