internal import VisitModel

/// Decides of which visit events the member is notified.
///
/// A walk past a facility may be detected after it is over. An arrival and a departure that are detected together are
/// in the past, and the member is notified of neither. A confirmation in between is still shown.
struct VisitNotices: Hashable, Sendable {
    /// The time after the notification of an arrival within which a departure counts as detected together with it, in
    /// seconds.
    static let togetherSeconds = 60.0

    /// Visits that began and ended within the events last recorded.
    private var passed: Set<VisitID> = []
    /// The notification times of arrivals, for visits that have not been confirmed since.
    private var arrivals: [VisitID: Timestamp] = [:]

    /// Records events that were detected together, before the first of them is emitted.
    mutating func learn(_ events: [GeofenceEvent]) {
        var entered: Set<VisitID> = []
        for event in events {
            switch event.kind {
            case .entered(_, let visit): entered.insert(visit)
            case .exited(_, let visit): if entered.contains(visit) { passed.insert(visit) }
            case .dwell, .registered, .unregistered, .heartbeat, .error: break
            }
        }
    }

    /// In order of emission.
    mutating func shows(_ event: GeofenceEvent, at time: Timestamp) -> Bool {
        switch event.kind {
        case .entered(_, let visit):
            guard !passed.contains(visit) else { return false }
            arrivals[visit] = time
            return true
        case .dwell(_, let visit):
            arrivals[visit] = nil
            return true
        case .exited(_, let visit):
            let isPassed = passed.remove(visit) != nil
            let arrival = arrivals.removeValue(forKey: visit)
            return !isPassed && arrival.map { $0.seconds(to: time) >= Self.togetherSeconds } ?? true
        case .registered, .unregistered, .heartbeat, .error: return false
        }
    }
}
