public import TrackingModel
public import VisitModel

/// A geofence as the app adds it, with what the SDK keeps of it (`Geofence`).
///
/// A circle, or a polygon of which the phone's system only sees the circle round it. A value that was made can be watched:
/// its name fits both systems, its shape is one, and at least one kind of crossing is told.
/// Transistor, BGGeo.startGeofences; Transistor types, Geofence.
public struct TrackedGeofence: Hashable, Sendable {
    /// The fence's name, unique in an app.
    public let identifier: String
    /// The middle of the circle; of a polygon, of the circle round it.
    public let center: Coordinate
    /// The radius of that circle in metres, 1 to 100,000.
    public let radiusMeters: Double
    /// The polygon; `nil` for a circle.
    public let polygon: Polygon?
    /// Whether an entry is told; true by default.
    public let notifyOnEntry: Bool
    /// Whether an exit is told; true by default.
    public let notifyOnExit: Bool
    /// Whether a stay of `loiteringDelay` is told, once; false by default.
    public let notifyOnDwell: Bool
    /// How long the phone has to be inside for a dwell, to the millisecond, 0 or more; 0 by default.
    public let loiteringDelay: Duration
    /// Values of the app's own, which come with every event.
    public let extras: [String: ConfigValue]
    /// How often it was entered; the SDK counts.
    public internal(set) var hits = 0
    /// On which side of its edge the phone is, as far as was told; the SDK keeps it.
    public internal(set) var entryState = EntryState.outside
    /// When `entryState` last changed; `nil` for never.
    public internal(set) var stateUpdatedAt: Timestamp?

    /// A side of a fence's edge, with the vendor's numbers.
    public enum EntryState: Int, Hashable, Sendable, Codable, CaseIterable {
        /// Outside, or not known to be inside.
        case outside = 0
        /// Inside.
        case inside = 1
    }

    /// Checks and makes a circle.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is cut.
    ///   - center: the middle.
    ///   - radius: of the circle; under 200 m it is not told reliably everywhere (Transistor, Geofence.radius).
    ///   - notifyOnEntry: whether an entry is told.
    ///   - notifyOnExit: whether an exit is told.
    ///   - notifyOnDwell: whether a stay is told.
    ///   - loiteringDelay: how long a stay has to be, 0 or more.
    ///   - extras: values of the app's own.
    /// - Throws: `TrackingEngineError` for a name or delay that can't be, or a fence that tells nothing.
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

    /// Checks and makes a polygon.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is cut.
    ///   - polygon: the shape; its holes don't count, because the vendor's record has none.
    ///   - notifyOnEntry: whether an entry is told.
    ///   - notifyOnExit: whether an exit is told.
    ///   - notifyOnDwell: whether a stay is told.
    ///   - loiteringDelay: how long a stay has to be, 0 or more.
    ///   - extras: values of the app's own.
    /// - Throws: `TrackingEngineError` for a name or delay that can't be, a fence that tells nothing, or a polygon whose
    ///   circle no phone watches.
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
