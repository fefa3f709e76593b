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
    /// `identifier` has 1 to `longestIdentifier` characters; white space at both ends is trimmed. Under a radius of
    /// 200 m transitions are not reported reliably everywhere (Transistor, Geofence.radius). Throws a
    /// `TrackingEngineError` for an invalid name or delay, or a fence that emits nothing.
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
        try checkNotifies()
    }

    /// Creates a polygon after checking its arguments.
    ///
    /// Holes are ignored, because the vendor's record has none. Throws a `TrackingEngineError` as for a circle, and for
    /// a polygon of which the enclosing circle is too large to monitor.
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
        try checkNotifies()
    }
}

extension TrackedGeofence: Codable {
    private enum StateKey: String, CodingKey {
        case hits, entryState, stateUpdatedAt
    }

    /// The record as the app reads it (Transistor types, Geofence), including the fields that the SDK maintains.
    ///
    /// Times are seconds since 1970, delays milliseconds, corners latitude before longitude.
    public var configValue: ConfigValue {
        var object: [String: ConfigValue] = [
            "identifier": .text(identifier),
            "latitude": .number(center.latitude),
            "longitude": .number(center.longitude),
            "radius": .number(radiusMeters),
            "notifyOnEntry": .bool(notifyOnEntry),
            "notifyOnExit": .bool(notifyOnExit),
            "notifyOnDwell": .bool(notifyOnDwell),
            "loiteringDelay": .integer(loiteringDelay.wholeMilliseconds),
            "hits": .integer(Int64(hits)),
            "entryState": .integer(Int64(entryState.rawValue)),
        ]
        if !extras.isEmpty { object["extras"] = .object(extras) }
        if let polygon {
            object["vertices"] = .list(polygon.exterior.map { .list([.number($0.latitude), .number($0.longitude)]) })
        }
        if let stateUpdatedAt { object["stateUpdatedAt"] = .number(stateUpdatedAt.seconds) }
        return .object(object)
    }

    /// Decodes a record and the fields that the SDK maintains.
    ///
    /// Accepts the output of `encode(to:)`, or what an app passes to `addGeofence`. Throws a `TrackingEngineError` that
    /// names the field, or `DecodingError` for a value that is no record at all.
    public init(from decoder: any Decoder) throws {
        try self.init(reading: ConfigValue(from: decoder))
        let state = try decoder.container(keyedBy: StateKey.self)
        hits = max(0, try state.decodeIfPresent(Int.self, forKey: .hits) ?? 0)
        entryState = try state.decodeIfPresent(EntryState.self, forKey: .entryState) ?? .outside
        stateUpdatedAt = try state.decodeIfPresent(Double.self, forKey: .stateUpdatedAt).map(Timestamp.init(seconds:))
    }

    /// Encodes `configValue`, an object.
    public func encode(to encoder: any Encoder) throws { try configValue.encode(to: encoder) }
}

extension TrackedGeofence {
    /// Creates a circle from plain numbers, with the checks and the arguments of the vendor's `Geofence`.
    ///
    /// `radius` is in metres, 1 to 100,000, the coordinates in degrees, and `loiteringDelay` in milliseconds, 0 or
    /// more. Throws a `TrackingEngineError` that names the invalid argument. Transistor, BGGeo.startGeofences, example.
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
    ) throws(TrackingEngineError) {
        let center: Coordinate
        do {
            center = try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .geofence("geofence \"\(identifier)\": \(error.message)")
        }
        let circle: Radius
        do {
            circle = try Radius(meters: radius)
        } catch {
            throw .geofence("geofence \"\(identifier)\": \(error.message)")
        }
        try self.init(
            identifier: identifier,
            center: center,
            radius: circle,
            notifyOnEntry: notifyOnEntry,
            notifyOnExit: notifyOnExit,
            notifyOnDwell: notifyOnDwell,
            loiteringDelay: .milliseconds(loiteringDelay),
            extras: extras
        )
    }
}

extension TrackedGeofence {
    /// The longest name, in UTF-16 units: Android refuses longer ones (Google, Geofence.Builder.setRequestId).
    ///
    /// The limit is the same on both platforms, so that a record accepted by one phone is accepted by all.
    public static let longestIdentifier = 100

    /// The record before any transition (Transistor types, Geofence.identifier: an existing one is inserted again).
    public var startingOver: TrackedGeofence {
        var record = self
        record.hits = 0
        record.entryState = .outside
        record.stateUpdatedAt = nil
        return record
    }

    /// Whether the phone is requested to report exits, so that the stored state is reliable.
    ///
    /// A fence that emits entries alone is registered for entries alone, and its exit is never reported. A polygon
    /// needs the exit of its circle in any case.
    public var watchesExit: Bool { notifyOnExit || notifyOnDwell || polygon != nil }

    static func checkedIdentifier(_ text: String) throws(TrackingEngineError) -> String {
        let name: String
        do {
            name = try Identifier<TrackedGeofence>(text).text
        } catch {
            throw .geofence("geofence.identifier: \(error.message)")
        }
        guard name.utf16.count <= longestIdentifier else {
            throw .geofence(
                "geofence.identifier: \"\(name)\" has \(name.utf16.count) characters, expected at most \(longestIdentifier)"
            )
        }
        guard !TrackedRegion.reservedIDs.contains(name) else {
            throw .geofence("geofence.identifier: \"\(name)\" is reserved by the SDK, choose another name")
        }
        return name
    }

    static func checkedRadius(_ meters: Double, of what: String) throws(TrackingEngineError) -> Double {
        do {
            return try Radius(meters: meters).meters
        } catch {
            throw .geofence("\(what): \(error.message)")
        }
    }

    static func checkedDelay(_ delay: Duration) throws(TrackingEngineError) -> Duration {
        guard delay >= .zero, delay <= longestDelay else {
            throw .geofence(
                "geofence.loiteringDelay: expected 0 to \(longestDelay.wholeMilliseconds) milliseconds, "
                    + "not \(delay.wholeMilliseconds)"
            )
        }
        return .milliseconds(delay.wholeMilliseconds)
    }

    func checkNotifies() throws(TrackingEngineError) {
        guard notifyOnEntry || notifyOnExit || notifyOnDwell else {
            throw .geofence(
                "geofence.notifyOnEntry: the geofence \"\(identifier)\" has no notifications, "
                    + "set notifyOnEntry, notifyOnExit or notifyOnDwell"
            )
        }
    }

    /// A year: a longer delay is a mistake of units.
    private static let longestDelay = Duration.seconds(366 * 86_400)
}

extension TrackingEngineError {
    static func geofence(_ message: String) -> TrackingEngineError { TrackingEngineError(.options, message) }
}
