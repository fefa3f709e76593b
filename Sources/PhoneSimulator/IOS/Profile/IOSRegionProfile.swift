internal import Foundation

/// The parameters of Core Location's region monitoring, by which simulated phones differ.
///
/// Apple publishes few of them. Each field names the source of its default; "An assumption" marks those that are not
/// known outside Apple, which scenarios should vary.
public struct IOSRegionProfile: Hashable, Sendable {
    /// The maximum number of regions of one app, of all kinds and by all its code together.
    ///
    /// 20: Apple, "Monitoring the user's proximity to geographic regions".
    public package(set) var slots: Int
    /// The number of slots that other code of the same app occupies at the start, for instance another SDK's regions.
    ///
    /// 0; field reports of apps with two location SDKs have up to all 20.
    public package(set) var foreignRegions: Int
    /// The largest accepted radius, in metres: `maximumRegionMonitoringDistance`.
    ///
    /// 1000: the real value depends on the device and is not published. An assumption.
    public package(set) var maximumRadiusMeters: Double
    /// The distance past the edge at which a crossing counts, in metres.
    ///
    /// 100: Apple's archived guide requires "a minimum distance" without naming it and advises to test with 200 m;
    /// field reports have exits 60 to 200 m late. An assumption.
    public package(set) var bufferMeters: Double
    /// The largest share of a region's radius that `bufferMeters` may cover on entry, 0...1.
    ///
    /// 0.5: with the whole buffer a region of 100 m could never be entered, but real phones do enter those; so it is
    /// entered at 50 m from its centre. An assumption.
    public package(set) var enterBufferShare: Double
    /// The time past the edge after which a crossing counts, in seconds.
    ///
    /// 20: Apple's archived guide, "Testing an iOS App's Region Monitoring Support".
    public package(set) var holdSeconds: Double
    /// The delay of the report of a decided transition.
    public package(set) var latency: IOSLatency
    /// The delay of the response to `requestState`, in seconds.
    ///
    /// 1: the response is a callback, never immediate. An assumption.
    public package(set) var stateAnswerSeconds: Double
    /// The time after a removal in which a region of the same name is refused, in seconds.
    ///
    /// 0, which is off: an error reported once (openradar 16986842), for scenarios that simulate it.
    public package(set) var failsReAddWithinSeconds: Double
    /// Whether nothing is reported between a reboot and the first unlock.
    ///
    /// True: Apple, "Handling location updates in the background"; the app's files are encrypted until then.
    public package(set) var waitsForFirstUnlock: Bool
    /// The time that an app that was launched or woken for an event may run until it is suspended, in seconds.
    ///
    /// 10: Apple, "Handling location updates in the background" ("around 10 seconds").
    public package(set) var relaunchRunSeconds: Double
    /// Whether an app that the member swiped away is launched for an event too.
    ///
    /// True for current versions by Apple's text on region monitoring; not verified for every version.
    public package(set) var relaunchesAfterForceQuit: Bool
    /// The minimum distance of a significant change, in metres.
    ///
    /// 500: Apple, `startMonitoringSignificantLocationChanges()`.
    public package(set) var significantChangeMeters: Double
    /// The minimum time between two significant changes, in seconds.
    ///
    /// 300: same source.
    public package(set) var significantChangeSeconds: Double

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

/// The delay with which Core Location reports a decided transition to an app.
///
/// Apple documents no rule. Its archived guide ("Location and Maps Programming Guide", Region Monitoring) mentions
/// three to five minutes on average, and a network that timely notifications require. So there are two distributions:
/// one for a phone with a connection and one for a phone without.
public struct IOSLatency: Hashable, Sendable {
    /// The shortest and longest delay with a connection, in seconds; drawn evenly.
    ///
    /// 0 to 60: with Wi-Fi and cells available, only the system's own batching is left. An assumption.
    public package(set) var goodNetworkSeconds: ClosedRange<Double>
    /// The median delay without a connection, in seconds.
    ///
    /// 180: the lower end of Apple's three to five minutes.
    public package(set) var poorNetworkMedianSeconds: Double
    /// The standard deviation of the logarithm of the delay without a connection.
    ///
    /// The delay is log-normal: never negative, mostly near the median, seldom much longer, as in field reports. 0.8
    /// makes the mean 180 s · exp(0.8² / 2) = 248 s, in the middle of Apple's three to five minutes, and one delay in
    /// ten longer than eight minutes.
    public package(set) var poorNetworkSpread: Double
    /// The maximum delay without a connection, in seconds; longer draws are clamped to it.
    ///
    /// 3600: field reports mention minutes to an hour; later, a new fix has come anyway. An assumption.
    public package(set) var poorNetworkLimitSeconds: Double

    /// Creates a delay rule; negative values become 0, and a spread of 0 always gives the median.
    public init(
        goodNetworkSeconds: ClosedRange<Double> = 0...60,
        poorNetworkMedianSeconds: Double = 180,
        poorNetworkSpread: Double = 0.8,
        poorNetworkLimitSeconds: Double = 3600
    ) {
        self.goodNetworkSeconds = goodNetworkSeconds.clamped(to: 0...(.greatestFiniteMagnitude))
        self.poorNetworkMedianSeconds = max(0, poorNetworkMedianSeconds)
        self.poorNetworkSpread = max(0, poorNetworkSpread)
        self.poorNetworkLimitSeconds = max(0, poorNetworkLimitSeconds)
    }

    /// No delay, for scenarios that test decisions alone.
    public static let none = IOSLatency(
        goodNetworkSeconds: 0...0,
        poorNetworkMedianSeconds: 0,
        poorNetworkSpread: 0,
        poorNetworkLimitSeconds: 0
    )

    /// Draws a delay in seconds, within `goodNetworkSeconds` or 0 to `poorNetworkLimitSeconds`.
    public func draw(isConnected: Bool, generator: inout SeededGenerator) -> Double {
        guard isConnected else {
            let delay = poorNetworkMedianSeconds * exp(poorNetworkSpread * generator.normal())
            return min(poorNetworkLimitSeconds, delay)
        }
        return generator.number(goodNetworkSeconds)
    }
}

/// The background execution that iOS grants an app beyond the seconds after an event.
public struct IOSBackgroundProfile: Hashable, Sendable {
    /// The time that an app with a background task runs after leaving the foreground, its launch or its wake-up, in
    /// seconds.
    ///
    /// 30: what apps measure since iOS 13 (`backgroundTimeRemaining`); Apple documents no number.
    public var taskSeconds = 30.0
    /// The time before that end at which the app is warned, in seconds.
    ///
    /// 5: Apple has "shortly before"; apps measure about five seconds.
    public var taskWarningSeconds = 5.0
    /// The time of rest in the background after which updates are paused, if the app allows it, in seconds.
    ///
    /// 900: Transistor, ActivityConfig.disableStopDetection ("stationary for exactly 15 minutes"); Apple documents no
    /// number.
    public var pauseAfterSeconds = 900.0

    /// Creates a profile with the defaults.
    public init() {}
}
