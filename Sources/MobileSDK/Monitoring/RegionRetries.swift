internal import PhoneOS
internal import VisitModel

/// Regions that the system refused temporarily, and when to request them again.
struct RegionRetries: Hashable, Sendable {
    /// The delay before a retry, in seconds: Android limits requests per minute, and iOS may refuse what was removed a
    /// moment ago.
    static let patienceSeconds = 60.0

    /// Whether a desired region was refused temporarily.
    private(set) var isWaiting = false
    private var since: Timestamp?
    private var isReported = false
    private var removals: [RegionID: Timestamp] = [:]

    /// Returns whether to report the refusal: the same obstacle is reported once, until everything was accepted.
    mutating func wait(from time: Timestamp) -> Bool {
        defer { isReported = true }
        (isWaiting, since) = (true, time)
        return !isReported
    }

    func areDue(at time: Timestamp) -> Bool {
        guard isWaiting, let since else { return false }
        return since.seconds(to: time) >= Self.patienceSeconds
    }

    /// Records that everything is being requested again.
    mutating func begin() { isWaiting = false }

    /// Records that everything was requested.
    mutating func end() { isReported = isWaiting }

    mutating func removed(_ ids: some Sequence<RegionID>, at time: Timestamp) {
        removals = removals.filter { $0.value.seconds(to: time) < Self.patienceSeconds }
        for id in ids { removals[id] = time }
    }

    /// Returns whether a region was removed so recently that the system may refuse it for that reason alone.
    func wasRemovedLately(_ id: RegionID, at time: Timestamp) -> Bool {
        removals[id].map { $0.seconds(to: time) < Self.patienceSeconds } ?? false
    }
}
