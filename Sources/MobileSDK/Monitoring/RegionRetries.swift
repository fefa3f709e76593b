internal import PhoneOS
internal import VisitModel

/// What the system refused for a while only, and when it is to be asked again.
///
/// A value: it is told of removals and refusals, and says whether now is the time.
struct RegionRetries: Hashable, Sendable {
    /// After how many seconds a system that refused something may take it: Android counts requests by the minute, and iOS may
    /// refuse what was removed a moment ago.
    static let patienceSeconds = 60.0

    /// Whether something that is wanted was refused for a while.
    private(set) var isWaiting = false
    private var since: Timestamp?
    private var isTold = false
    private var removals: [RegionID: Timestamp] = [:]

    /// Something was refused that may be taken later.
    ///
    /// - Returns: whether that is news: the same trouble is told once, until all was taken.
    mutating func wait(from time: Timestamp) -> Bool {
        defer { isTold = true }
        (isWaiting, since) = (true, time)
        return !isTold
    }

    /// Whether it is time to ask again.
    func areDue(at time: Timestamp) -> Bool {
        guard isWaiting, let since else { return false }
        return since.seconds(to: time) >= Self.patienceSeconds
    }

    /// Everything is asked for again.
    mutating func begin() { isWaiting = false }

    /// Everything was asked for.
    mutating func end() { isTold = isWaiting }

    /// Regions were removed.
    mutating func removed(_ ids: some Sequence<RegionID>, at time: Timestamp) {
        removals = removals.filter { $0.value.seconds(to: time) < Self.patienceSeconds }
        for id in ids { removals[id] = time }
    }

    /// Whether a region was removed so short a time ago that the system may refuse it for that alone.
    func wasRemovedLately(_ id: RegionID, at time: Timestamp) -> Bool {
        removals[id].map { $0.seconds(to: time) < Self.patienceSeconds } ?? false
    }
}
