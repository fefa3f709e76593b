internal import PhoneOS
internal import TrackingEngine
internal import VisitModel

/// The regions that the phone watches for Radar: what is to change, what it was asked for and what it refused.
///
/// A value: it gathers what one thing that happens wants changed, and says what of that is new to the phone.
struct RadarRegionWatch: Hashable, Sendable {
    /// For how long a region is taken for watched, in seconds: Android loses all without a word when the data of Google Play
    /// services is cleared, and the next naming after that heals it.
    static let trustSeconds = 3600.0

    /// What the phone was asked for in this process and did not refuse.
    private(set) var known: [String: RadarRegion] = [:]
    /// When it was asked for it.
    private var askedAt: [String: Timestamp] = [:]
    /// What it refused and may take later.
    private(set) var refused: [RadarRegion] = []
    /// What was asked for a second time already, and is not asked for a third time by itself.
    private var retried: Set<String> = []
    private var removals: [String] = []
    private var additions: [RadarRegion] = []
    /// What came the last time, where iOS knew all of it: the next time it is mostly the same in nearly the same order.
    private var unchanged: [RadarRegion] = []

    /// Gathers regions that are not to be watched any more.
    mutating func remove(_ ids: [String]) {
        if removals.isEmpty, additions.isEmpty, refused.isEmpty {
            removals = ids
            return
        }
        let gone = Set(ids)
        additions.removeAll { gone.contains($0.id) }
        refused.removeAll { gone.contains($0.id) }
        for id in ids where !removals.contains(id) { removals.append(id) }
    }

    /// Gathers regions that are to be watched.
    mutating func add(_ regions: [RadarRegion]) {
        if !retried.isEmpty || !refused.isEmpty {
            for region in regions {
                retried.remove(region.id)
                refused.removeAll { $0.id == region.id }
            }
        }
        additions += regions
    }

    /// Whether anything is gathered.
    var hasChanges: Bool { !removals.isEmpty || !additions.isEmpty }

    /// Takes what the phone is to be told.
    ///
    /// - Parameters:
    ///   - platform: iOS puts a region in the place of the one of its name; Android would keep what it knew of it, so that
    ///     is removed first.
    ///   - keepsEqual: whether what goes and comes unchanged is left as it is.
    ///   - now: the phone's time.
    /// - Returns: the names to remove, and then the regions to add.
    mutating func takeChanges(
        on platform: Platform,
        keepsEqual: Bool,
        at now: Timestamp
    ) -> (removals: [String], additions: [RadarRegion]) {
        defer { (removals, additions) = ([], []) }
        if keepsEqual, changesNothing(on: platform, at: now) { return ([], []) }
        let going = Set(removals)
        // Whether what comes under a name is new to the phone.
        var isNew: [String: Bool] = [:]
        let coming = additions.filter { region in
            let isKept = keepsEqual && known[region.id] == region && going.contains(region.id)
            let mustAsk = !isKept || !isTrusted(region, on: platform, at: now)
            isNew[region.id] = mustAsk || isNew[region.id] == true
            return mustAsk
        }
        let leaving = removals.filter { id in
            guard let isNew = isNew[id] else { return true }
            return platform == .android ? isNew : !keepsEqual
        }
        unchanged = []
        for id in leaving { (known[id], askedAt[id]) = (nil, nil) }
        for region in coming { (known[region.id], askedAt[region.id]) = (region, now) }
        return (leaving, coming)
    }

    /// Whether all that goes comes again as it was, in whatever order: most answers of the server are of this kind.
    private mutating func changesNothing(on platform: Platform, at now: Timestamp) -> Bool {
        if isInAnotherOrder {
            unchanged = additions
            return true
        }
        unchanged = []
        guard removals.count == additions.count,
            additions.allSatisfy({ known[$0.id] == $0 && isTrusted($0, on: platform, at: now) }),
            Set(removals) == Set(additions.lazy.map(\.id))
        else { return false }
        if platform == .ios { unchanged = additions }
        return true
    }

    /// Whether all that came the last time, unchanged, goes and comes again; quick where little has moved in the list.
    private var isInAnotherOrder: Bool {
        guard additions.count == unchanged.count, removals.elementsEqual(unchanged.lazy.map(\.id)) else { return false }
        let moved = additions.indices.filter { additions[$0] != unchanged[$0] }
        return moved.count <= 6
            && moved.allSatisfy { place in
                moved.contains { unchanged[$0] == additions[place] }
                    && moved.contains { additions[$0] == unchanged[place] }
            }
    }

    /// Whether a region that the phone was asked for is taken for watched.
    private func isTrusted(_ region: RadarRegion, on platform: Platform, at now: Timestamp) -> Bool {
        platform == .ios || askedAt[region.id].map { $0.seconds(to: now) < Self.trustSeconds } ?? false
    }

    /// The phone did not take a region, or takes it no longer.
    ///
    /// - Parameters:
    ///   - region: the region.
    ///   - mayTakeLater: whether it may take it when it is asked again.
    mutating func refuse(_ region: RadarRegion, mayTakeLater: Bool) {
        (known[region.id], unchanged) = (nil, [])
        if mayTakeLater, !refused.contains(where: { $0.id == region.id }) { refused.append(region) }
    }

    /// The phone watches nothing of what it was asked for any more.
    mutating func loseAll() {
        for region in known.values.sorted(by: { $0.id < $1.id }) { refuse(region, mayTakeLater: true) }
    }

    /// Whether something waits that was not asked for a second time yet.
    var canRetry: Bool { refused.contains { !retried.contains($0.id) } }

    /// Gathers what was refused, to be asked for again.
    ///
    /// - Parameters:
    ///   - ids: what is still wanted; the rest is forgotten.
    ///   - isNew: whether the phone has changed since; otherwise nothing is asked for a third time.
    mutating func retry(of ids: Set<String>, isNew: Bool) {
        refused.removeAll { !ids.contains($0.id) }
        let again = refused.filter { isNew || !retried.contains($0.id) }
        guard !again.isEmpty else { return }
        let ids = Set(again.map(\.id))
        refused.removeAll { ids.contains($0.id) }
        if !isNew { retried.formUnion(ids) }
        additions += again
    }
}
