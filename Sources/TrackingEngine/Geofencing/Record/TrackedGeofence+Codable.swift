public import TrackingModel
import VisitModel

extension TrackedGeofence: Codable {
    private enum StateKey: String, CodingKey {
        case hits, entryState, stateUpdatedAt
    }

    /// The record as the app reads it, including the fields that the SDK maintains.
    ///
    /// Times are seconds since 1970, delays milliseconds, corners latitude before longitude. Transistor types,
    /// Geofence.
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
    public func encode(to encoder: any Encoder) throws {
        try configValue.encode(to: encoder)
    }
}
