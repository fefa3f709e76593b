public import TrackingModel
public import VisitModel

/// A geofence as the app adds it, with the state that the SDK maintains (`Geofence`).
///
/// A circle, or a polygon of which the phone's system only monitors the enclosing circle. Every value can be monitored:
/// its name is valid on both systems, its shape is valid, and at least one kind of transition is emitted. Transistor,
/// BGGeo.startGeofences; Transistor types, Geofence.
public struct TrackedGeofence: Hashable, Sendable {
    /// The fence's name, unique in an app.
    public let identifier: String
    /// The center of the circle; for a polygon, of the enclosing circle.
    public let center: Coordinate
    /// The radius of that circle in metres, 1 to 100,000.
    public let radiusMeters: Double
    /// The polygon; `nil` for a circle.
    public let polygon: Polygon?
    /// Whether an entry is emitted; true by default.
    public let notifyOnEntry: Bool
    /// Whether an exit is emitted; true by default.
    public let notifyOnExit: Bool
    /// Whether a stay of `loiteringDelay` is emitted as a dwell, once; false by default.
    public let notifyOnDwell: Bool
    /// How long the phone has to be inside for a dwell, to the millisecond, 0 or more; 0 by default.
    public let loiteringDelay: Duration
    /// The app's own values, included in every event.
    public let extras: [String: ConfigValue]
    /// The number of entries, counted by the SDK.
    public internal(set) var hits = 0
    /// The side of the edge on which the phone is, as far as known; maintained by the SDK.
    public internal(set) var entryState = EntryState.outside
    /// When `entryState` last changed; `nil` for never.
    public internal(set) var stateUpdatedAt: Timestamp?

    /// A side of a fence's edge; the raw values are the vendor's.
    public enum EntryState: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Outside, or not known to be inside.
        case outside = 0
        /// Inside.
        case inside = 1
    }

    /// Creates a circle after checking its arguments.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is trimmed.
    ///   - center: the center of the circle.
    ///   - radius: the radius; under 200 m transitions are not reported reliably everywhere (Transistor,
    ///     Geofence.radius).
    ///   - notifyOnEntry: whether an entry is emitted.
    ///   - notifyOnExit: whether an exit is emitted.
    ///   - notifyOnDwell: whether a dwell is emitted.
    ///   - loiteringDelay: the time inside until a dwell, 0 or more.
    ///   - extras: the app's own values.
    /// - Throws: `TrackingEngineError` for an invalid name or delay, or a fence that emits nothing.
    public init(
        identifier: String,
        center: Coordinate,
        radius: Radius,
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true,
        notifyOnDwell: Bool = false,
        loiteringDelay: Duration = .zero,
        extras: [String: ConfigValue] = [:]
    ) throws(TrackingEngineError) {
        self.identifier = try Self.checkedIdentifier(identifier)
        self.center = center
        radiusMeters = radius.meters
        polygon = nil
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyOnDwell = notifyOnDwell
        self.loiteringDelay = try Self.checkedDelay(loiteringDelay)
        self.extras = extras
        try checkTells()
    }

    /// Creates a polygon after checking its arguments.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is trimmed.
    ///   - polygon: the shape; its holes are ignored, because the vendor's record has none.
    ///   - notifyOnEntry: whether an entry is emitted.
    ///   - notifyOnExit: whether an exit is emitted.
    ///   - notifyOnDwell: whether a dwell is emitted.
    ///   - loiteringDelay: the time inside until a dwell, 0 or more.
    ///   - extras: the app's own values.
    /// - Throws: `TrackingEngineError` for an invalid name or delay, a fence that emits nothing, or a polygon of which
    ///   the enclosing circle is too large to monitor.
    public init(
        identifier: String,
        polygon: Polygon,
        notifyOnEntry: Bool = true,
        notifyOnExit: Bool = true,
        notifyOnDwell: Bool = false,
        loiteringDelay: Duration = .zero,
        extras: [String: ConfigValue] = [:]
    ) throws(TrackingEngineError) {
        self.identifier = try Self.checkedIdentifier(identifier)
        let circle = polygon.boundingCircle
        center = circle.center
        radiusMeters = try Self.checkedRadius(circle.radiusMeters, of: "the circle round the polygon")
        self.polygon = polygon
        self.notifyOnEntry = notifyOnEntry
        self.notifyOnExit = notifyOnExit
        self.notifyOnDwell = notifyOnDwell
        self.loiteringDelay = try Self.checkedDelay(loiteringDelay)
        self.extras = extras
        try checkTells()
    }
}
