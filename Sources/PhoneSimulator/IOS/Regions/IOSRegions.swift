public import PhoneOS
public import VisitModel

/// Core Location's region monitoring, for one app on one phone.
///
/// A value: calls apply events and return what the system would report. It models
/// `CLLocationManager.startMonitoring(for:)`. The newer `CLMonitor`, with its own states and flags, is out of scope;
/// its limit of 20 conditions is the same.
///
/// A crossing is decided as in Apple's archived guide ("Location and Maps Programming Guide", Region Monitoring): the
/// phone must cross the edge, reach a distance past it, and stay there for 20 s. The report follows after a delay
/// (`IOSLatency`).
///
/// The decided state of a region is kept until the region is removed. While monitoring or reports are not allowed
/// (location services off, no permission, reduced accuracy, a reboot until the first unlock) fixes decide nothing and
/// are not kept. A crossing in that time is decided, and reported, with the first fixes after it. There is no queue of
/// old events. Whether real phones do the same after a reboot is not published.
public struct IOSRegions: Hashable, Sendable {
    /// The parameters of this phone.
    public let profile: IOSRegionProfile
    /// The number of slots that other code of the app occupies.
    public internal(set) var foreignRegions: Int

    /// The monitored regions, in the order of their addition.
    var watched: [WatchedIOSRegion] = []
    /// The removal times of regions, for `failsReAddWithinSeconds`.
    var removals: [RegionID: Timestamp] = [:]
    /// The last fix, as far as the system may use it.
    var lastReading: SystemReading?
    /// The time of the newest fix; older ones are ignored.
    var heardUntil: Timestamp?

    /// Creates the region monitoring of an app without regions.
    ///
    /// - Parameter profile: the parameters of the phone.
    public init(profile: IOSRegionProfile = IOSRegionProfile()) {
        self.profile = profile
        foreignRegions = profile.foreignRegions
    }

    /// The names of the monitored regions, in the order of their addition (`monitoredRegions`).
    ///
    /// Regions of other code are not included here, although they are on a phone.
    public var monitored: [RegionID] { watched.map(\.request.id) }

    /// The number of occupied slots, by this code and by other code; never more than `IOSRegionProfile.slots`.
    public var takenSlots: Int { watched.count + foreignRegions }

    /// Returns whether the system evaluates and reports regions now.
    func isWatching(_ conditions: IOSConditions) -> Bool {
        conditions.allowsRegionMonitoring && (conditions.isUnlockedSinceBoot || !profile.waitsForFirstUnlock)
    }

    /// Discards the phone's position and pending crossings, and keeps decided states.
    mutating func forgetPosition() {
        lastReading = nil
        for index in watched.indices { watched[index].crossingSince = nil }
    }
}
