public import MobileSDK
internal import TrackingEngine
public import TrackingModel

/// A circle to monitor, as the BGGeo document writes it: plain numbers, which are checked when it is added.
///
/// `TrackedGeofence` is the checked form, and the one with polygons. Not `VisitModel.Geofence`, which is a facility's
/// shape. Transistor, BGGeo.startGeofences, example.
public struct Geofence: Hashable, Sendable {
    /// The fence's name, unique in an app.
    public var identifier: String
    /// The radius in metres, 1 to 100,000.
    public var radius: Double
    /// The latitude of the center in degrees.
    public var latitude: Double
    /// The longitude of the center in degrees.
    public var longitude: Double
    /// Whether an entry is emitted.
    public var notifyOnEntry: Bool
    /// Whether an exit is emitted.
    public var notifyOnExit: Bool
    /// Whether a stay of `loiteringDelay` is emitted as a dwell.
    public var notifyOnDwell: Bool
    /// How long the phone has to be inside for a dwell, in milliseconds.
    public var loiteringDelay: Int
    /// The app's own values, included in every event.
    public var extras: [String: ConfigValue]

    /// Creates a geofence without checking its values.
    public init(
        identifier: String,
        radius: Double,
        latitude: Double,
        longitude: Double,
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true,
        notifyOnDwell: Bool = false,
        loiteringDelay: Int = 0,
        extras: [String: ConfigValue] = [:]
    ) {
        self.identifier = identifier
        self.radius = radius
        self.latitude = latitude
        self.longitude = longitude
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyOnDwell = notifyOnDwell
        self.loiteringDelay = loiteringDelay
        self.extras = extras
    }

    /// Throws `TrackingEngineError` with the argument at fault.
    func checked() throws(TrackingEngineError) -> TrackedGeofence {
        try TrackedGeofence(
            identifier: identifier,
            radius: radius,
            latitude: latitude,
            longitude: longitude,
            notifyOnEntry: notifyOnEntry,
            notifyOnExit: notifyOnExit,
            notifyOnDwell: notifyOnDwell,
            loiteringDelay: loiteringDelay,
            extras: extras
        )
    }
}

extension BackgroundGeolocation.Geofences {
    /// Adds a geofence; throws `TrackingEngineError` for an invalid one, and the errors of `add(_:)` for a checked one.
    public func add(_ geofence: Geofence) async throws { try await add(geofence.checked()) }

    /// Adds geofences in one call, or none of them if one is invalid.
    public func add(_ geofences: [Geofence]) async throws { try await add(geofences.map { try $0.checked() }) }
}
