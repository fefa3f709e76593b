internal import VisitModel

/// The significant-change service: readings of some hundred metres' exactness, for little power.
///
/// Apple, `startMonitoringSignificantLocationChanges()`: an app hears of a change when the phone has moved 500 m or
/// more, and not more often than every five minutes; the first reading may be one that the system still had.
///
/// A value that only says which readings are told. Whether the app may hear of them is
/// `IOSConditions.allowsCoarseServices`: do not pass readings in while it is false. Like regions, the service starts an
/// app that was ended.
public struct SignificantChanges: Hashable, Sendable {
    /// How far the phone has to move from the last reading that was told, in metres.
    public let meters: Double
    /// How long at least after the last that was told, in seconds.
    public let seconds: Double
    /// Whether the app asked for changes.
    public private(set) var isRunning = false
    /// The last reading that was told.
    public private(set) var lastTold: SystemReading?

    /// Makes a service that is off.
    ///
    /// - Parameter profile: how far and how long.
    public init(profile: IOSRegionProfile = IOSRegionProfile()) {
        meters = profile.significantChangeMeters
        seconds = profile.significantChangeSeconds
    }

    /// Starts the service.
    ///
    /// - Parameter cached: a reading that the system still has, if any; it may be old.
    /// - Returns: the reading to tell at once, which is the cached one; without one the next reading is told. Nothing
    ///   where the service already ran.
    public mutating func start(cached: SystemReading? = nil) -> SystemReading? {
        guard !isRunning else { return nil }
        isRunning = true
        lastTold = cached
        return cached
    }

    /// Stops the service and forgets what was told.
    public mutating func stop() {
        isRunning = false
        lastTold = nil
    }

    /// Hears a reading of the system's positioning.
    ///
    /// - Parameter reading: a reading with an accuracy that is negative or no number is passed over.
    /// - Returns: whether the app is told of it: the first one, and then each that is far and late enough after the last
    ///   that was told.
    public mutating func take(_ reading: SystemReading) -> Bool {
        guard isRunning, reading.accuracyMeters >= 0 else { return false }
        if let lastTold {
            guard lastTold.time.seconds(to: reading.time) >= seconds,
                lastTold.coordinate.distance(to: reading.coordinate) >= meters
            else { return false }
        }
        lastTold = reading
        return true
    }
}
