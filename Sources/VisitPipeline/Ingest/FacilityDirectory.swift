internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// The mapping from the store's facilities to the engine's fences and back.
struct FacilityDirectory: Sendable {
    /// The fence catalogues of all times.
    let history: FenceHistory
    private let facilities: [FenceKey: FacilityID]
    private let keys: [FacilityID: FenceKey]

    init(_ store: VisitStore, defaultTimeZone: TimeZoneName) throws {
        var versions: [FenceHistory.Version] = []
        var (facilities, keys): ([FenceKey: FacilityID], [FacilityID: FenceKey]) = ([:], [:])
        try store.facilities.forEachFenceVersion { version in
            guard let key = FenceKey(exactly: version.facilityKey.rawValue) else { return }
            facilities[key] = version.facility
            keys[version.facility] = key
            let isFirst = version.validFrom <= FenceVersion.beginningOfTime
            versions.append(
                FenceHistory.Version(
                    fence: Fence(
                        key: key,
                        facility: version.facility,
                        geofence: version.geofence,
                        dwellThreshold: version.dwellThreshold,
                        timeZone: version.timeZone ?? defaultTimeZone,
                        stays: version.stays
                    ),
                    validFrom: isFirst ? nil : version.validFrom,
                    validTo: version.validTo
                )
            )
        }
        self.history = FenceHistory(versions)
        self.facilities = facilities
        self.keys = keys
    }

    func facility(of key: FenceKey) -> FacilityID? { facilities[key] }

    func facility(of key: FacilityKey) -> FacilityID? { FenceKey(exactly: key.rawValue).flatMap(facility(of:)) }

    func key(of facility: FacilityID) -> FenceKey? { keys[facility] }

    /// The fences of a member's list; `nil` for all, as in the list.
    func keys(of list: Set<FacilityID>?) -> [FenceKey]? { list.map { $0.compactMap { keys[$0] }.sorted() } }
}
