internal import RadarEngine
internal import PhoneOS
internal import VisitModel

/// Collects the changes of one event to the regions that the phone monitors for Radar, and returns those that are new
/// to the phone.
struct RadarRegionWatch: Hashable, Sendable {
    /// The time for which a region is assumed to be monitored, in seconds.
    ///
    /// Android loses all regions without a signal when the data of Google Play services is cleared; the next response
    /// that names them after this time restores them.
    static let trustSeconds = 3600.0

    /// Requested in this process and not refused.
    private(set) var known: [String: RadarRegion] = [:]
    private var requestedAt: [String: Timestamp] = [:]
    /// The refused regions that the phone may accept later.
    private(set) var refused: [RadarRegion] = []
    /// The regions that were already retried once, and are not retried again without a change of the phone's situation.
    private var retried: Set<String> = []
    private var removals: [String] = []
    private var additions: [RadarRegion] = []
    /// The last additions, if iOS monitored all of them: the next additions are mostly the same in nearly the same
    /// order.
    private var unchanged: [RadarRegion] = []

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

    mutating func add(_ regions: [RadarRegion]) {
        if !retried.isEmpty || !refused.isEmpty {
            for region in regions {
                retried.remove(region.id)
                refused.removeAll { $0.id == region.id }
            }
        }
        additions += regions
    }

    var hasChanges: Bool { !removals.isEmpty || !additions.isEmpty }

    /// Removes and returns the pending changes: the names to remove, and the regions to add afterwards.
    ///
    /// iOS replaces a region of the same name. Android would keep its previous state, so it is removed first. With
    /// `keepsEqual` the regions that are removed and added unchanged stay untouched.
    mutating func takeChanges(
        on platform: Platform,
        keepsEqual: Bool,
        at now: Timestamp
    ) -> (removals: [String], additions: [RadarRegion]) {
        defer { (removals, additions) = ([], []) }
        if keepsEqual, changesNothing(on: platform, at: now) { return ([], []) }
        let going = Set(removals)
        // Whether the addition of a name is new to the phone.
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
        for id in leaving { (known[id], requestedAt[id]) = (nil, nil) }
        for region in coming { (known[region.id], requestedAt[region.id]) = (region, now) }
        return (leaving, coming)
    }

    /// Returns whether all removed regions are added again unchanged, in any order, as in most responses of the server.
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

    /// Whether the last unchanged additions are removed and added again; fast if few have changed their places in the
    /// list.
    private var isInAnotherOrder: Bool {
        guard additions.count == unchanged.count, removals.elementsEqual(unchanged.lazy.map(\.id)) else { return false }
        let moved = additions.indices.filter { additions[$0] != unchanged[$0] }
        return moved.count <= 6
            && moved.allSatisfy { place in
                moved.contains { unchanged[$0] == additions[place] }
                    && moved.contains { additions[$0] == unchanged[place] }
            }
    }

    private func isTrusted(_ region: RadarRegion, on platform: Platform, at now: Timestamp) -> Bool {
        platform == .ios || requestedAt[region.id].map { $0.seconds(to: now) < Self.trustSeconds } ?? false
    }

    /// Records that the phone refused a region or no longer monitors it.
    mutating func refuse(_ region: RadarRegion, mayTakeLater: Bool) {
        (known[region.id], unchanged) = (nil, [])
        if mayTakeLater, !refused.contains(where: { $0.id == region.id }) { refused.append(region) }
    }

    mutating func loseAll() {
        for region in known.values.sorted(by: { $0.id < $1.id }) { refuse(region, mayTakeLater: true) }
    }

    var canRetry: Bool { refused.contains { !retried.contains($0.id) } }

    /// Collects the refused regions of these names to be requested again, and discards all others.
    ///
    /// Unless the phone's situation has changed since (`isNew`), nothing is retried twice.
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
