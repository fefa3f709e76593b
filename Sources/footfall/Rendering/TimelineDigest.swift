internal import PhoneSimulator
internal import SimulationLab
internal import VisitModel

/// A timeline without what hides the rest: the places that are chosen anew as the phone moves, and the heartbeats.
///
/// A phone that registers the nearest twenty tells of every change; between two things that matter, one line says how many.
struct TimelineDigest {
    /// A line to be shown.
    struct Line {
        let time: Timestamp
        let lane: String
        let text: String
    }

    private(set) var lines: [Line] = []
    private var changes = 0
    private var changedAt: Timestamp?

    /// Shortens a timeline.
    ///
    /// - Parameters:
    ///   - entries: all of it.
    ///   - isFull: whether everything is shown, positions too.
    init(_ entries: [TimelineEntry], isFull: Bool) {
        // The first places, and those after all were gone, are told by name.
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

    /// Tells of the changes that were held back.
    private mutating func flush() {
        guard let time = changedAt else { return }
        let text = changes == 1 ? "chooses other places" : "chooses other places, \(changes) changes"
        lines.append(Line(time: time, lane: TimelineEntry.Lane.app.rawValue, text: text))
        (changes, changedAt) = (0, nil)
    }
}

extension TimelineEntry.Item {
    /// Whether it comes all the time: a position, a heartbeat, a request that the server took.
    fileprivate var isRoutine: Bool {
        switch self {
        case .fix: true
        case .event(let event), .served(let event): event.kind == .heartbeat
        case .sent(let sent): sent.isTaken
        default: false
        }
    }

    /// Whether some places are watched instead of others; that all are gone is something else.
    fileprivate var isRegistration: Bool {
        guard let event else { return false }
        switch event.kind {
        case .registered, .unregistered(.some): return true
        default: return false
        }
    }

    /// Whether nothing is registered any more.
    fileprivate var clearsRegistrations: Bool {
        event?.kind == .unregistered(nil)
    }

    /// What the app or its service told.
    private var event: GeofenceEvent? {
        switch self {
        case .event(let event), .served(let event): event
        default: nil
        }
    }

    /// Whether the system does what the app has just told.
    fileprivate var mirrorsApp: Bool {
        guard case .system(let note) = self else { return false }
        switch note {
        case .added, .removed: return true
        default: return false
        }
    }
}
