public import PhoneOS
public import VisitModel

/// The fences that Google Play services monitor for one app (`GeofencingClient`).
///
/// A value: the simulated phone passes it fixes and times, and it returns deliveries with their times. It schedules
/// nothing itself; read `nextWake` after every call, and call `wake` then.
///
/// It does not know the state of the app. The phone must drop a delivery that is due while the phone is off or the app
/// is force-stopped, and one of a fence that was removed meanwhile.
public struct AndroidGeofences: Hashable, Sendable {
    /// All parameters of its behaviour; a change applies from the next call on.
    public var profile: AndroidGeofenceProfile

    /// The fences in the order in which their ids were first added.
    var fences: [AndroidFence] = []
    /// The times of the calls of `add` that were accepted in the last 60 seconds.
    var additions: [Timestamp] = []
    /// The last fix.
    var lastReading: SystemReading?
    /// The last delivery time of each fence, which a later transition must not overtake.
    var lastDue: [RegionID: Timestamp] = [:]

    /// Creates a service without fences.
    ///
    /// - Parameter profile: all parameters of its behaviour.
    public init(profile: AndroidGeofenceProfile = AndroidGeofenceProfile()) {
        self.profile = profile
    }

    /// The ids of the fences, in the order in which they were first added.
    ///
    /// For the simulator's own view; Android provides no such list to apps.
    public var registered: [RegionID] { fences.map(\.request.id) }

    /// The number of fences.
    public var count: Int { fences.count }

    /// Returns whether a fence is registered.
    ///
    /// - Parameter id: the fence's id.
    /// - Returns: true if it is.
    public func watches(_ id: RegionID) -> Bool { fences.contains { $0.request.id == id } }

    /// Returns the state of a fence, for the simulator's own view.
    ///
    /// - Parameters:
    ///   - id: the fence's id.
    ///   - time: the current time; in the satellite model the state becomes unknown after some time without a decision.
    /// - Returns: `nil` for a fence that is not registered.
    public func state(of id: RegionID, at time: Timestamp) -> RegionState? {
        guard let fence = fences.first(where: { $0.request.id == id }) else { return nil }
        return isUncertain(fence, at: time) ? .unknown : fence.tracker.side
    }

    /// Returns whether the satellite model has lost a fence's state; no other model loses one.
    func isUncertain(_ fence: AndroidFence, at time: Timestamp) -> Bool {
        profile.decision == .gnss95 && fence.tracker.isUncertain(at: time, after: profile.uncertainAfterSeconds)
    }
}
