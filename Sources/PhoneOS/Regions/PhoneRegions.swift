/// Region monitoring, as an app requests it.
public protocol PhoneRegions: Sendable {
    /// Whether the phone can monitor regions at all, regardless of permissions.
    var isRegionMonitoringAvailable: Bool { get }
    /// The largest accepted radius in metres (iOS's `maximumRegionMonitoringDistance`); `nil` for no limit.
    var maximumRegionRadiusMeters: Double? { get }

    /// Requests the monitoring of regions.
    ///
    /// Android accepts all or none and throws here. iOS accepts each region separately and reports a refusal by a
    /// signal (`PhoneSignal.regionFailed`) a moment later.
    ///
    /// - Parameter regions: the regions, in the order of the request.
    /// - Throws: `PhoneError` with Android's code.
    func addRegions(_ regions: [RegionRequest]) throws(PhoneError)

    /// Stops the monitoring of some regions; unknown names are ignored.
    func removeRegions(_ ids: [RegionID])

    /// Stops the monitoring of all regions of this app.
    func removeAllRegions()

    /// The regions that the system monitors for this app (iOS's `monitoredRegions`); `nil` on Android, which has no
    /// such list.
    var monitoredRegions: [RegionID]? { get }

    /// Requests on which side of a region's edge the device is (iOS's `requestState`); the response is a signal.
    func requestState(of id: RegionID)
}
