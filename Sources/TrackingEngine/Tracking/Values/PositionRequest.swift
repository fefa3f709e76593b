public import TrackingModel
/// A request for the current position with the vendor's defaults (Transistor, BGGeo.getCurrentPosition).
public struct PositionRequest: Hashable, Sendable, Codable {
    /// Seconds to wait; 10 by default.
    public var timeout: Double = 10
    /// Metres: a fix of this accuracy or better ends the search early; 5 by default.
    public var desiredAccuracy: Double = 5
    /// Milliseconds: a known fix that is no older is returned at once; 0 by default, which always requests a new fix.
    public var maximumAge: Double = 0
    /// How many fixes the best is chosen from; 3 by default, 1 or more.
    public var samples = 3
    /// Whether the last known fix is accepted where none arrives in time; true by default.
    public var allowStale = true
    /// Whether the location is stored and uploaded; true by default.
    public var persist = true
    /// The purpose, shown in the log.
    public var label: String? = "getCurrentPosition"
    /// Values added to the record.
    public var extras: [String: ConfigValue] = [:]

    /// A request with the default values.
    public init() {}

    /// The best accuracy, with a fix of the last five seconds accepted (Transistor, BGGeo.resetOdometer).
    public static var forOdometer: PositionRequest {
        var request = PositionRequest()
        request.desiredAccuracy = 0
        request.maximumAge = 5000
        request.label = "setOdometer"
        return request
    }

    /// The best of three fixes until the timeout, or the first one accurate to 10 m.
    static func forMotionChange(timeout: Double) -> PositionRequest {
        var request = PositionRequest()
        request.timeout = timeout
        request.desiredAccuracy = 10
        request.label = "motionchange"
        return request
    }
}

/// A stream of positions requested by the app while it is in the foreground (Transistor, BGGeo.watchPosition).
public struct WatchRequest: Hashable, Sendable, Codable {
    /// Milliseconds between two positions; 1000 by default.
    public var interval: Double = 1000
    /// Seconds to wait for a position until a failure is reported to the app; 60 by default.
    public var timeout: Double = 60
    /// Whether positions are stored while tracking is on; false by default.
    public var persist = false
    /// Values added to each record.
    public var extras: [String: ConfigValue] = [:]

    /// A stream with the default values.
    public init() {}
}
