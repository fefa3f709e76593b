public import PhoneOS
internal import VisitModel

/// The significant-change service: fixes with an accuracy of some hundred metres, for little power.
///
/// Apple, `startMonitoringSignificantLocationChanges()`: an app is notified when the phone has moved 500 m or more, at
/// most every five minutes.
///
/// A value that only decides which fixes are reported. Whether the app may receive them is
/// `IOSConditions.allowsCoarseServices`: do not pass fixes while it is false. Like regions, the service starts an app
/// that was ended.
public struct SignificantChanges: Hashable, Sendable {
    /// The minimum distance from the last reported fix, in metres.
    public let meters: Double
    /// The minimum time since the last reported fix, in seconds.
    public let seconds: Double
    /// Whether the service is running.
    public private(set) var isRunning = false
    /// The last reported fix.
    public private(set) var lastReported: SystemFix?

    /// Creates a stopped service.
    public init(profile: IOSRegionProfile = IOSRegionProfile()) {
        meters = profile.significantChangeMeters
        seconds = profile.significantChangeSeconds
    }

    /// Starts the service: the next fix is reported.
    public mutating func start() { isRunning = true }

    /// Stops the service and discards the last reported fix.
    public mutating func stop() {
        isRunning = false
        lastReported = nil
    }

    /// Processes a fix of the system's positioning, and returns whether it is reported.
    ///
    /// The first fix is, and then each that is far and late enough after the last reported one. A fix with a negative
    /// or NaN accuracy is ignored.
    public mutating func process(_ fix: SystemFix) -> Bool {
        guard isRunning, fix.accuracyMeters >= 0 else { return false }
        if let lastReported {
            guard lastReported.time.seconds(to: fix.time) >= seconds,
                lastReported.coordinate.distance(to: fix.coordinate) >= meters
            else { return false }
        }
        lastReported = fix
        return true
    }
}
