internal import TrackingModel
public import VisitModel

/// What a platform allows, and the numbers that the vendor does not let an app choose.
public struct GeofencingProfile: Hashable, Sendable, Codable {
    /// How many regions the system watches for one app.
    public var regionLimit: Int
    /// How many of them are not for geofences: the stationary regions, the helper region.
    ///
    /// 2 on iOS and 3 on Android, which leaves 18 and 97: what the vendor's SDK shows (Transistor, React Native issues;
    /// Flutter runtime dumps). The same in both modes, so that a change of mode moves no fence.
    public var reservedSlots: Int
    /// How long the choice of geofences holds while the phone moves.
    ///
    /// Transistor, "Geofencing": about once a minute.
    public var evaluationInterval: Duration
    /// A fix whose accuracy is worse chooses no geofences, unless there is no other; metres.
    ///
    /// Else one bad fix takes the fence away that the phone is about to enter (React Native issue 950). 1000 m, as Radar
    /// has it for every fix; the vendor's number is not known.
    public var worstEvaluationAccuracyMeters: Double
    /// Fixes of a worse accuracy don't test a polygon; metres.
    ///
    /// 100, the default of `trackingAccuracyThreshold`.
    public var worstPolygonAccuracyMeters: Double
    /// How long an exit is held whose fix lies within the fence.
    ///
    /// Transistor, native change log for Android 4.0.19, names the limit and not its length; 120 s is twice the default of
    /// `locationTimeout`, in which a fix either comes or fails.
    public var exitHoldLimit: Duration
    /// How long fixes have to lie outside a fence until it counts as left without the system's word.
    ///
    /// Transistor, native change log for Android 4.3.3: a fence stuck inside. 10 minutes, ours: longer than either system
    /// needs by its documentation (Google 6 minutes, Apple 5).
    public var stuckLimit: Duration
    /// Whether the way between two fixes can tell of a fence that was crossed unseen.
    ///
    /// Transistor, native change log for Android 4.3.0; true there, false on iOS.
    public var usesPathEvidence: Bool
    /// Fixes that are further apart in time are not joined to a way.
    ///
    /// 120 s, ours.
    public var longestPathGap: Duration
    /// Whether adding a record that is the same as the one there leaves its state alone.
    ///
    /// False, as the vendor has it: the state starts over. True helps an app that adds the same fences at every launch and
    /// is told of an entry each time (React Native issue 216).
    public var keepsStateOfUnchanged: Bool

    /// The documented numbers of a platform.
    ///
    /// - Parameter platform: the phone's operating system.
    public init(platform: Platform) {
        regionLimit = platform.geofenceLimit
        reservedSlots = platform == .ios ? 2 : 3
        evaluationInterval = .seconds(60)
        worstEvaluationAccuracyMeters = 1000
        worstPolygonAccuracyMeters = 100
        exitHoldLimit = .seconds(120)
        stuckLimit = .seconds(600)
        usesPathEvidence = platform == .android
        longestPathGap = .seconds(120)
        keepsStateOfUnchanged = false
    }

    /// How many geofences can be watched at a time.
    public var slots: Int { max(0, regionLimit - max(0, reservedSlots)) }
}
