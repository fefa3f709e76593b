internal import GeofenceEngine
internal import MemberEngine
internal import VisitModel
internal import VisitStore

extension FacilityDirectory {
    /// Reads the facilities of a store; `defaultTimeZone` is for those without their own.
    init(_ store: VisitStore, defaultTimeZone: TimeZoneName) throws {
        var versions: [FenceHistory.Version] = []
        try store.facilities.forEachFenceVersion { version in
            guard let key = FenceKey(exactly: version.facilityKey.rawValue) else { return }
            versions.append(
                FenceHistory.Version(
                    fence: Fence(
                        key: key,
                        facility: version.facility,
                        geofence: version.geofence,
                        dwellThreshold: version.dwellThreshold,
                        timeZone: version.timeZone ?? defaultTimeZone,
                        stays: version.stays,
                        partOf: version.partOf
                    ),
                    validFrom: version.validFrom <= .beginningOfTime ? nil : version.validFrom,
                    validTo: version.validTo
                )
            )
        }
        self.init(versions)
    }
}
