package import GeofenceEngine
package import VisitModel

/// The mapping from the facilities' ids to the engine's fences and back.
package struct FacilityDirectory: Sendable {
    /// The fence catalogues of all times.
    package let history: FenceHistory
    private let facilities: [FenceKey: FacilityID]
    private let keys: [FacilityID: FenceKey]

    /// Makes the directory of all versions of all fences; a facility has the same key in each.
    package init(_ versions: [FenceHistory.Version]) {
        var (facilities, keys): ([FenceKey: FacilityID], [FacilityID: FenceKey]) = ([:], [:])
        for version in versions {
            facilities[version.fence.key] = version.fence.facility
            keys[version.fence.facility] = version.fence.key
        }
        self.history = FenceHistory(versions)
        self.facilities = facilities
        self.keys = keys
    }

    package func facility(of key: FenceKey) -> FacilityID? { facilities[key] }

    package func facility(of key: FacilityKey) -> FacilityID? {
        FenceKey(exactly: key.rawValue).flatMap(facility(of:))
    }

    package func key(of facility: FacilityID) -> FenceKey? { keys[facility] }

    /// The fences of a member's list; `nil` for all, as in the list.
    package func keys(of list: Set<FacilityID>?) -> [FenceKey]? { list.map { $0.compactMap { keys[$0] }.sorted() } }
}

extension FacilityDirectory {
    /// The local day of a time at a facility, to its last millisecond; `nil` for a facility that is not known.
    func localDay(of time: Timestamp, at facility: FacilityID) -> ClosedRange<Timestamp>? {
        guard let zone = history.fence(of: facility, at: time)?.timeZone else { return nil }
        let midnight = Int64(time.localDate(in: zone).daysSince1970) * 86_400_000
        let (start, next) = (
            Timestamp(localMilliseconds: midnight, in: zone),
            Timestamp(localMilliseconds: midnight + 86_400_000, in: zone)
        )
        let end = Timestamp(milliseconds: next.milliseconds - 1)
        return min(start, time)...max(end, time)
    }
}

extension FenceHistory {
    /// The fence of a facility at a time, or its latest one.
    package func fence(of facility: FacilityID, at time: Timestamp) -> Fence? {
        catalog(at: time)[facility] ?? latest[facility]
    }
}

extension FacilityKey {
    /// The key of the facility that a fence belongs to.
    init(_ fence: FenceKey) { self.init(rawValue: Int64(fence.rawValue)) }
}
