public import PhoneOS
public import VisitModel

/// The fences that Google Play services watch for one app (`GeofencingClient`).
///
/// A value: the simulated phone hands it readings and times, and it returns what is to be delivered and when. It plans
/// nothing by itself; ask `nextWake` after every call, and call `wake` then.
///
/// It does not know what happens to the app: a delivery that comes due while the phone is off, or while the app is
/// force-stopped, is for the phone to drop, and so is one of a fence that was removed meanwhile.
public struct AndroidGeofences: Hashable, Sendable {
    /// Every number that its behaviour depends on; a change holds from the next call on.
    public var profile: AndroidGeofenceProfile

    /// In the order in which their ids were first added.
    var fences: [AndroidFence] = []
    /// The calls of `add` that were taken in the last 60 seconds.
    var additions: [Timestamp] = []
    /// The last reading.
    var lastReading: SystemReading?
    /// When each fence was last to be told of: a later transition of it may not overtake.
    var lastDue: [RegionID: Timestamp] = [:]

    /// Makes a service that watches nothing yet.
    ///
    /// - Parameter profile: every number that its behaviour depends on.
    public init(profile: AndroidGeofenceProfile = AndroidGeofenceProfile()) {
        self.profile = profile
    }

    /// The ids of the fences that are watched, in the order in which they were first added.
    ///
    /// For the simulator's own view; Android shows its apps no such list.
    public var registered: [RegionID] { fences.map(\.request.id) }

    /// How many are registered.
    public var count: Int { fences.count }

    /// Whether a fence is registered.
    ///
    /// - Parameter id: its name.
    /// - Returns: whether it is.
    public func watches(_ id: RegionID) -> Bool { fences.contains { $0.request.id == id } }

    /// What is known of a fence, for the simulator's own view.
    ///
    /// - Parameters:
    ///   - id: the fence's id.
    ///   - time: now; the satellite model knows a state no longer when no reading decided for some time.
    /// - Returns: `nil` for a fence that is not watched.
    public func state(of id: RegionID, at time: Timestamp) -> RegionState? {
        guard let fence = fences.first(where: { $0.request.id == id }) else { return nil }
        return isUncertain(fence, at: time) ? .unknown : fence.tracker.side
    }

    /// Whether the satellite model has lost a fence's state; no other model loses one.
    func isUncertain(_ fence: AndroidFence, at time: Timestamp) -> Bool {
        profile.decision == .gnss95 && fence.tracker.isUncertain(at: time, after: profile.uncertainAfterSeconds)
    }
}
