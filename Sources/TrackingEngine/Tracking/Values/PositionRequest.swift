public import TrackingModel

/// The current position, asked for by the app (`getCurrentPosition`).
///
/// The defaults are the seed's. Transistor, BGGeo.getCurrentPosition, CurrentPositionRequest.
public struct PositionRequest: Hashable, Sendable, Codable {
    /// Seconds to wait; 10 by default.
    public var timeout: Double = 10
    /// Metres: a fix of this accuracy or better ends the search early; 5 by default.
    public var desiredAccuracy: Double = 5
    /// Milliseconds: a known fix that is no older is answered at once; 0 by default, which always asks the phone.
    public var maximumAge: Double = 0
    /// How many fixes the best is chosen from; 3 by default, 1 or more.
    public var samples = 3
    /// Whether the last known fix will do where none comes in time; true by default.
    public var allowStale = true
    /// Whether the location is stored and uploaded; true by default.
    public var persist = true
    /// What it is for, for the log.
    public var label: String? = "getCurrentPosition"
    /// Values that are added to the record.
    public var extras: [String: ConfigValue] = [:]

    /// The defaults.
    public init() {}

    /// The request that sets the odometer.
    ///
    /// Transistor, BGGeo.resetOdometer: the best accuracy, and a fix of the last five seconds will do.
    public static var forOdometer: PositionRequest {
        var request = PositionRequest()
        request.desiredAccuracy = 0
        request.maximumAge = 5000
        request.label = "setOdometer"
        return request
    }

    /// The request that a change of the motion state makes: the best of three, at any price until the timeout.
    static func forMotionChange(timeout: Double) -> PositionRequest {
        var request = PositionRequest()
        request.timeout = timeout
        request.desiredAccuracy = 10
        request.label = "motionchange"
        return request
    }
}

/// A stream of positions, asked for by the app while it is on the screen (`watchPosition`).
///
/// Transistor, BGGeo.watchPosition.
public struct WatchRequest: Hashable, Sendable, Codable {
    /// Milliseconds between two positions; 1000 by default.
    public var interval: Double = 1000
    /// Seconds to wait for a position until the app is told of a failure; 60 by default.
    public var timeout: Double = 60
    /// Whether positions are stored while tracking is on; false by default.
    public var persist = false
    /// Values that are added to each record.
    public var extras: [String: ConfigValue] = [:]

    /// The defaults.
    public init() {}
}
