internal import GeofenceEngine
internal import VisitModel
internal import VisitStore

/// From the store's facilities to the engine's fences, and back to names.
struct FacilityDirectory: Sendable {
    /// The fences of all times.
    let history: FenceHistory
    /// The names, by the facilities' numbers in the store.
    private let names: [FenceKey: FacilityID]
    private let keys: [FacilityID: FenceKey]

    /// Reads every fence of every time.
    ///
    /// - Parameters:
    ///   - store: where the facilities are.
    ///   - defaultTimeZone: the zone of a facility that names none.
    /// - Throws: `VisitStoreError`.
    init(_ store: VisitStore, defaultTimeZone: TimeZoneName) throws {
        var versions: [FenceHistory.Version] = []
        var (names, keys): ([FenceKey: FacilityID], [FacilityID: FenceKey]) = ([:], [:])
        try store.eachFenceVersion { version in
            guard let key = FenceKey(exactly: version.facilityKey.rawValue) else { return }
            names[key] = version.facility
            keys[version.facility] = key
            let isFirst = version.validFrom <= FenceVersion.beginningOfTime
            versions.append(
                FenceHistory.Version(
                    fence: Fence(
                        key: key,
                        facility: version.facility,
                        geofence: version.geofence,
                        dwellThreshold: version.dwellThreshold,
                        timeZone: version.timeZone ?? defaultTimeZone
                    ),
                    validFrom: isFirst ? nil : version.validFrom,
                    validTo: version.validTo
                )
            )
        }
        self.history = FenceHistory(versions)
        self.names = names
        self.keys = keys
    }

    /// The facility with a number.
    func name(of key: FenceKey) -> FacilityID? { names[key] }

    /// The facility with a key of the store.
    func name(of key: FacilityKey) -> FacilityID? { FenceKey(exactly: key.rawValue).flatMap(name(of:)) }

    /// The number of a facility.
    func key(of facility: FacilityID) -> FenceKey? { keys[facility] }

    /// The fences of a member's list; `nil` means all, as in the list.
    func keys(of list: Set<FacilityID>?) -> [FenceKey]? {
        list.map { $0.compactMap { keys[$0] }.sorted() }
    }
}
