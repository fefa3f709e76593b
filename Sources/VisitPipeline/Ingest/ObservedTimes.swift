internal import VisitModel

/// The times at which inputs became known: one time for all, with exceptions.
struct ObservedTimes: Sendable {
    /// The time for inputs without an exception.
    let otherwise: Timestamp
    /// The exceptions, by the time at which the inputs happened.
    private(set) var exceptions: [Timestamp: Timestamp] = [:]

    init(_ time: Timestamp) {
        otherwise = time
    }

    /// Records when an input became known.
    mutating func note(_ time: Timestamp, ofInputAt trigger: Timestamp) { exceptions[trigger] = time }

    /// The time at which an input became known.
    func time(ofInputAt trigger: Timestamp) -> Timestamp {
        exceptions.isEmpty ? otherwise : exceptions[trigger] ?? otherwise
    }
}
