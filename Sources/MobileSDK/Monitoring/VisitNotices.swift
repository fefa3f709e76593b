internal import VisitModel

/// Which events of visits the member is notified of.
///
/// A walk past a facility may be found out when it is over: an arrival and a departure that are learned of together are news
/// of the past, and the member is notified of neither. A confirmation in between is shown all the same.
struct VisitNotices: Hashable, Sendable {
    /// How soon after the notification of an arrival a departure is taken to be learned of together with it, in seconds.
    static let togetherSeconds = 60.0

    /// Visits that began and ended in what was last learned.
    private var passed: Set<VisitID> = []
    /// When the member was notified of the arrival, of visits that were not confirmed since.
    private var arrivals: [VisitID: Timestamp] = [:]

    /// Records events that were learned of together, before the first of them is emitted.
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

    /// Decides about one event, in the order in which they are emitted.
    ///
    /// - Parameters:
    ///   - event: the event that is emitted.
    ///   - time: now.
    /// - Returns: whether the member is notified of it.
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
