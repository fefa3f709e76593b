/// The numbers behind Core Location's region monitoring, with which one simulated phone differs from another.
///
/// Apple publishes few of them. Each field says where its default comes from; "our assumption" marks those that nobody
/// outside Apple knows, which scenarios should sweep.
public struct IOSRegionProfile: Hashable, Sendable {
    /// How many regions one app may have, of all kinds and by all its code together.
    ///
    /// 20: Apple, "Monitoring the user's proximity to geographic regions".
    public let slots: Int
    /// How many of the slots other code of the same app holds at the start, for instance another SDK's regions.
    ///
    /// 0; field reports of apps with two location SDKs have up to all 20.
    public let foreignRegions: Int
    /// The largest radius that is taken, in metres: `maximumRegionMonitoringDistance`.
    ///
    /// 1000: the real value depends on the device and is not published. Our assumption.
    public let maximumRadiusMeters: Double
    /// How far past the edge, in metres, the phone has to be until a crossing counts.
    ///
    /// 100: Apple's archived guide asks for "a minimum distance" without naming it and advises to test with 200 m; field
    /// reports have exits 60 to 200 m late. Our assumption.
    public let bufferMeters: Double
    /// The largest part of a region's radius that `bufferMeters` takes when entering, 0...1.
    ///
    /// 0.5: with the whole buffer a region of 100 m could never be entered, and real phones do enter those; so it is
    /// entered at 50 m from its centre. Our assumption.
    public let enterBufferShare: Double
    /// How long the phone has to stay past the edge until a crossing counts, in seconds.
    ///
    /// 20: Apple's archived guide, "Testing an iOS App's Region Monitoring Support".
    public let holdSeconds: Double
    /// How late a decided transition is told.
    public let latency: IOSLatency
    /// How late `requestState` is answered, in seconds.
    ///
    /// 1: the answer is a callback, never at once. Our assumption.
    public let stateAnswerSeconds: Double
    /// For how long after its removal a region of the same name is refused, in seconds.
    ///
    /// 0, which is off: a fault reported once (openradar 16986842), for scenarios that want it.
    public let failsReAddWithinSeconds: Double
    /// Whether nothing is told between a reboot and the first unlock.
    ///
    /// True: Apple, "Handling location updates in the background"; the app's files are sealed until then.
    public let waitsForFirstUnlock: Bool
    /// How long an app that was started or woken for an event may run, in seconds, until it is suspended.
    ///
    /// 10: Apple, "Handling location updates in the background" ("around 10 seconds").
    public let relaunchRunSeconds: Double
    /// Whether an app that the member swiped away is started for an event too.
    ///
    /// True for present versions by Apple's text on region monitoring; not verified for every version.
    public let relaunchesAfterForceQuit: Bool
    /// How far the phone has to move for a significant change, in metres.
    ///
    /// 500: Apple, `startMonitoringSignificantLocationChanges()`.
    public let significantChangeMeters: Double
    /// How long at least between two significant changes, in seconds.
    ///
    /// 300: same place.
    public let significantChangeSeconds: Double

    /// Makes a profile.
    ///
    /// A number out of its range, or none at all, is moved to the nearest end of the range.
    ///
    /// - Parameters:
    ///   - slots: 0 or more.
    ///   - foreignRegions: 0...`slots`.
    ///   - maximumRadiusMeters: 0 or more.
    ///   - bufferMeters: 0...200.
    ///   - enterBufferShare: 0...1.
    ///   - holdSeconds: 0 or more.
    ///   - latency: how late a decided transition is told.
    ///   - stateAnswerSeconds: 0 or more.
    ///   - failsReAddWithinSeconds: 0 or more, 0 for off.
    ///   - waitsForFirstUnlock: whether nothing is told until the first unlock.
    ///   - relaunchRunSeconds: 0 or more.
    ///   - relaunchesAfterForceQuit: whether a swiped-away app is started too.
    ///   - significantChangeMeters: 0 or more.
    ///   - significantChangeSeconds: 0 or more.
    public init(
        slots: Int = 20,
        foreignRegions: Int = 0,
        maximumRadiusMeters: Double = 1000,
        bufferMeters: Double = 100,
        enterBufferShare: Double = 0.5,
        holdSeconds: Double = 20,
        latency: IOSLatency = IOSLatency(),
        stateAnswerSeconds: Double = 1,
        failsReAddWithinSeconds: Double = 0,
        waitsForFirstUnlock: Bool = true,
        relaunchRunSeconds: Double = 10,
        relaunchesAfterForceQuit: Bool = true,
        significantChangeMeters: Double = 500,
        significantChangeSeconds: Double = 300
    ) {
        // max(0, x) is 0 for a number that is none, max(x, 0) would not be.
        self.slots = max(0, slots)
        self.foreignRegions = min(max(0, slots), max(0, foreignRegions))
        self.maximumRadiusMeters = max(0, maximumRadiusMeters)
        self.bufferMeters = min(200, max(0, bufferMeters))
        self.enterBufferShare = min(1, max(0, enterBufferShare))
        self.holdSeconds = max(0, holdSeconds)
        self.latency = latency
        self.stateAnswerSeconds = max(0, stateAnswerSeconds)
        self.failsReAddWithinSeconds = max(0, failsReAddWithinSeconds)
        self.waitsForFirstUnlock = waitsForFirstUnlock
        self.relaunchRunSeconds = max(0, relaunchRunSeconds)
        self.relaunchesAfterForceQuit = relaunchesAfterForceQuit
        self.significantChangeMeters = max(0, significantChangeMeters)
        self.significantChangeSeconds = max(0, significantChangeSeconds)
    }
}
