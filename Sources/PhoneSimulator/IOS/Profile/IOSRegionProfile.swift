/// The parameters of Core Location's region monitoring, by which simulated phones differ.
///
/// Apple publishes few of them. Each field names the source of its default; "An assumption" marks those that are not
/// known outside Apple, which scenarios should vary.
public struct IOSRegionProfile: Hashable, Sendable {
    /// The maximum number of regions of one app, of all kinds and by all its code together.
    ///
    /// 20: Apple, "Monitoring the user's proximity to geographic regions".
    public let slots: Int
    /// The number of slots that other code of the same app occupies at the start, for instance another SDK's regions.
    ///
    /// 0; field reports of apps with two location SDKs have up to all 20.
    public let foreignRegions: Int
    /// The largest accepted radius, in metres: `maximumRegionMonitoringDistance`.
    ///
    /// 1000: the real value depends on the device and is not published. An assumption.
    public let maximumRadiusMeters: Double
    /// The distance past the edge at which a crossing counts, in metres.
    ///
    /// 100: Apple's archived guide requires "a minimum distance" without naming it and advises to test with 200 m;
    /// field reports have exits 60 to 200 m late. An assumption.
    public let bufferMeters: Double
    /// The largest share of a region's radius that `bufferMeters` may cover on entry, 0...1.
    ///
    /// 0.5: with the whole buffer a region of 100 m could never be entered, but real phones do enter those; so it is
    /// entered at 50 m from its centre. An assumption.
    public let enterBufferShare: Double
    /// The time past the edge after which a crossing counts, in seconds.
    ///
    /// 20: Apple's archived guide, "Testing an iOS App's Region Monitoring Support".
    public let holdSeconds: Double
    /// The delay of the report of a decided transition.
    public let latency: IOSLatency
    /// The delay of the response to `requestState`, in seconds.
    ///
    /// 1: the response is a callback, never immediate. An assumption.
    public let stateAnswerSeconds: Double
    /// The time after a removal in which a region of the same name is refused, in seconds.
    ///
    /// 0, which is off: an error reported once (openradar 16986842), for scenarios that simulate it.
    public let failsReAddWithinSeconds: Double
    /// Whether nothing is reported between a reboot and the first unlock.
    ///
    /// True: Apple, "Handling location updates in the background"; the app's files are encrypted until then.
    public let waitsForFirstUnlock: Bool
    /// The time that an app that was launched or woken for an event may run until it is suspended, in seconds.
    ///
    /// 10: Apple, "Handling location updates in the background" ("around 10 seconds").
    public let relaunchRunSeconds: Double
    /// Whether an app that the member swiped away is launched for an event too.
    ///
    /// True for current versions by Apple's text on region monitoring; not verified for every version.
    public let relaunchesAfterForceQuit: Bool
    /// The minimum distance of a significant change, in metres.
    ///
    /// 500: Apple, `startMonitoringSignificantLocationChanges()`.
    public let significantChangeMeters: Double
    /// The minimum time between two significant changes, in seconds.
    ///
    /// 300: same source.
    public let significantChangeSeconds: Double

    /// Creates a profile.
    ///
    /// Values out of range are clamped: `foreignRegions` to 0...`slots`, `bufferMeters` to 0...200, `enterBufferShare`
    /// to 0...1, all others to 0 or more. NaN becomes the lower bound.
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
        // max(0, x) is 0 if x is NaN, max(x, 0) would not be.
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
