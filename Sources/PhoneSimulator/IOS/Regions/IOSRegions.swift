public import PhoneOS
public import VisitModel

/// Core Location's side of region monitoring, for one app on one phone.
///
/// A value: calls say what happened and return what the system would tell. It models
/// `CLLocationManager.startMonitoring(for:)`. The newer `CLMonitor`, with its own states and flags, is out of scope;
/// its limit of 20 conditions is the same.
///
/// A crossing is decided as Apple's archived guide describes it ("Location and Maps Programming Guide", Region
/// Monitoring): the phone has to cross the edge, get a distance past it, and stay there for 20 s. From the decision to
/// the app it takes a while (`IOSLatency`).
///
/// What the system has decided about a region is kept over anything but the region's removal: while nothing may be
/// watched or told (location services off, no permission, reduced accuracy, a reboot until the first unlock) readings
/// decide nothing and are not kept. A crossing in that time is decided, and told, with the first readings after it.
/// There is no queue of old events. Whether real phones do the same after a reboot is not published.
public struct IOSRegions: Hashable, Sendable {
    /// The numbers of this phone.
    public let profile: IOSRegionProfile
    /// How many slots other code of the app holds.
    public internal(set) var foreignRegions: Int

    /// What is watched, in the order in which it was added.
    var watched: [WatchedIOSRegion] = []
    /// When regions were removed, for `failsReAddWithinSeconds`.
    var removals: [RegionID: Timestamp] = [:]
    /// Where the phone was last, as far as the system may know it.
    var lastReading: SystemReading?
    /// The time of the newest reading; older ones are not listened to.
    var heardUntil: Timestamp?

    /// Makes the system's side for an app that watches nothing yet.
    ///
    /// - Parameter profile: the numbers of the phone.
    public init(profile: IOSRegionProfile = IOSRegionProfile()) {
        self.profile = profile
        foreignRegions = profile.foreignRegions
    }

    /// The names of what is watched, in the order in which they were added (`monitoredRegions`).
    ///
    /// Those of other code are not among them here, though on a phone they are.
    public var monitored: [RegionID] { watched.map(\.request.id) }

    /// How many slots are taken, by this code and by other code; never more than `IOSRegionProfile.slots`.
    public var takenSlots: Int { watched.count + foreignRegions }

    /// Whether the system has, and may have, anything to say about regions now.
    func isWatching(_ conditions: IOSConditions) -> Bool {
        conditions.allowsRegionMonitoring && (conditions.isUnlockedSinceBoot || !profile.waitsForFirstUnlock)
    }

    /// Forgets where the phone is and which crossings had begun, and keeps what was decided.
    mutating func forgetPosition() {
        lastReading = nil
        for index in watched.indices { watched[index].crossingSince = nil }
    }
}
