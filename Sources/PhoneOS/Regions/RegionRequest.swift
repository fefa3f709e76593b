public import VisitModel

/// The name of a region, unique within one app: a facility's id, or a name that the app gives its own region.
public typealias RegionID = Identifier<RegionRequest>

/// A region that an app requests to monitor.
///
/// iOS uses the shape and `notifies`; the rest is Android's (`Geofence.Builder`, `GeofencingRequest.Builder`).
public struct RegionRequest: Hashable, Sendable {
    /// The region's name; a region of the same name is replaced.
    public var id: RegionID
    /// The monitored shape.
    public var shape: Shape
    /// The transitions to report.
    public var notifies: RegionTransitions
    /// The transitions to report for the device's state when the region is added (Android); Google's default is enter
    /// and dwell.
    public var initialTrigger: RegionTransitions
    /// The time inside after which a dwell is reported (Android).
    public var loiteringDelay: Duration
    /// The maximum delay of a report, to save power (Android); zero is as soon as possible.
    public var responsiveness: Duration
    /// The time after which the region is removed (Android); `nil` means never.
    public var expiresAfter: Duration?

    /// A monitored shape.
    public enum Shape: Hashable, Sendable {
        /// A circle.
        case circle(center: Coordinate, radiusMeters: Double)
        /// The identity of a Bluetooth beacon (iOS); occupies a slot like a circle.
        case beacon(uuid: String)
    }

    /// Creates a request.
    public init(
        id: RegionID,
        shape: Shape,
        notifies: RegionTransitions = [.enter, .exit],
        initialTrigger: RegionTransitions = [.enter, .dwell],
        loiteringDelay: Duration = .zero,
        responsiveness: Duration = .zero,
        expiresAfter: Duration? = nil
    ) {
        self.id = id
        self.shape = shape
        self.notifies = notifies
        self.initialTrigger = initialTrigger
        self.loiteringDelay = loiteringDelay
        self.responsiveness = responsiveness
        self.expiresAfter = expiresAfter
    }
}

/// A set of transitions, with Android's bits: enter 1, exit 2, dwell 4.
public struct RegionTransitions: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Creates a set from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Entering the region.
    public static let enter = RegionTransitions(rawValue: 1)
    /// Leaving the region.
    public static let exit = RegionTransitions(rawValue: 2)
    /// Staying inside for the loitering delay.
    public static let dwell = RegionTransitions(rawValue: 4)
}

/// The side of a region's edge that a device is on, as far as the system knows.
public enum RegionState: String, Hashable, Sendable, CaseIterable {
    /// Inside.
    case inside
    /// Outside.
    case outside
    /// Not known, or no longer known.
    case unknown
}

/// Region monitoring, as an app requests it.
public protocol PhoneRegions: Sendable {
    /// Whether the phone can monitor regions at all, regardless of permissions.
    var isRegionMonitoringAvailable: Bool { get }
    /// The largest accepted radius in metres (iOS's `maximumRegionMonitoringDistance`); `nil` for no limit.
    var maximumRegionRadiusMeters: Double? { get }

    /// Requests the monitoring of regions.
    ///
    /// Android accepts all or none: it throws `PhoneError` with Android's code. iOS accepts each region separately
    /// and reports a refusal by a signal (`PhoneSignal.regionFailed`) a moment later.
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
