internal import VisitModel

/// When inputs became known: all at one time, but for those that say otherwise.
struct ObservedTimes: Sendable {
    /// When those became known that do not say otherwise.
    let otherwise: Timestamp
    /// When others did, by the time at which they happened.
    private(set) var exceptions: [Timestamp: Timestamp] = [:]

    init(_ time: Timestamp) {
        otherwise = time
    }

    /// Notes when an input became known.
    mutating func note(_ time: Timestamp, ofInputAt trigger: Timestamp) { exceptions[trigger] = time }

    /// When what happened at a time became known.
    func time(ofInputAt trigger: Timestamp) -> Timestamp {
        exceptions.isEmpty ? otherwise : exceptions[trigger] ?? otherwise
    }
}
