/// Region monitoring, as an app asks for it.
public protocol PhoneRegions: Sendable {
    /// Whether the phone can monitor regions at all, whatever the app may do.
    var isRegionMonitoringAvailable: Bool { get }
    /// The largest radius in metres that is accepted (iOS's `maximumRegionMonitoringDistance`); `nil` for no limit.
    var maximumRegionRadiusMeters: Double? { get }

    /// Asks the system to watch regions.
    ///
    /// Android takes all or none and answers here; iOS takes each for itself and tells of a refusal by a signal
    /// (`PhoneSignal.regionFailed`), a moment later.
    ///
    /// - Parameter regions: in the order in which they are asked for.
    /// - Throws: `PhoneError` with Android's code.
    func addRegions(_ regions: [RegionRequest]) throws(PhoneError)

    /// Asks the system to watch some regions no longer; names it does not know are ignored.
    func removeRegions(_ ids: [RegionID])

    /// Asks the system to watch no region of this app any more.
    func removeAllRegions()

    /// What the system watches for this app (iOS's `monitoredRegions`); `nil` on Android, which has no such list.
    var monitoredRegions: [RegionID]? { get }

    /// Asks on which side of a region's edge the device is (iOS's `requestState`); the answer is a signal.
    func requestState(of id: RegionID)
}
