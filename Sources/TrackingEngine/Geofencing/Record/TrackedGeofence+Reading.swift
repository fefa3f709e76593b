public import TrackingModel
internal import VisitModel
extension TrackedGeofence {
    /// Parses a record in the form that `addGeofence` accepts.
    ///
    /// Missing or null keys get their defaults; unknown keys are ignored; `hits`, `entryState` and `stateUpdatedAt` are
    /// read-only and ignored. With `vertices`, center and radius are computed. Throws a `TrackingEngineError` that
    /// names the field.
    public init(reading value: ConfigValue) throws(TrackingEngineError) {
        let fields = try GeofenceFields(value)
        let identifier: String = try fields.required("identifier")
        let delay = try fields.optional("loiteringDelay", as: Double.self) ?? 0
        guard delay >= 0, delay < 1e15 else {
            throw .geofence("geofence.loiteringDelay: expected 0 or more milliseconds, found \(delay)")
        }
        let loiteringDelay = Duration.milliseconds(Int64(delay))
        let notifyOnEntry = try fields.optional("notifyOnEntry", as: Bool.self) ?? true
        let notifyOnExit = try fields.optional("notifyOnExit", as: Bool.self) ?? true
        let notifyOnDwell = try fields.optional("notifyOnDwell", as: Bool.self) ?? false
        let extras = try fields.optional("extras", as: [String: ConfigValue].self) ?? [:]
        if let polygon = try fields.polygon() {
            try self.init(
                identifier: identifier,
                polygon: polygon,
                notifyOnEntry: notifyOnEntry,
                notifyOnExit: notifyOnExit,
                notifyOnDwell: notifyOnDwell,
                loiteringDelay: loiteringDelay,
                extras: extras
            )
        } else {
            try self.init(
                identifier: identifier,
                center: try fields.center(),
                radius: try fields.radius(),
                notifyOnEntry: notifyOnEntry,
                notifyOnExit: notifyOnExit,
                notifyOnDwell: notifyOnDwell,
                loiteringDelay: loiteringDelay,
                extras: extras
            )
        }
    }

    /// Parses the argument of `addGeofence` or `addGeofences`: one record, or a list of them.
    ///
    /// Throws a `TrackingEngineError` that names the entry and the field; no record is accepted then.
    public static func records(reading value: ConfigValue) throws(TrackingEngineError) -> [TrackedGeofence] {
        guard case .list(let list) = value else { return [try TrackedGeofence(reading: value)] }
        var records: [TrackedGeofence] = []
        for (index, entry) in list.enumerated() {
            do {
                records.append(try TrackedGeofence(reading: entry))
            } catch {
                throw .geofence("entry \(index + 1) of \(list.count): \(error.message)")
            }
        }
        return records
    }
}

private struct GeofenceFields {
    let object: [String: ConfigValue]

    init(_ value: ConfigValue) throws(TrackingEngineError) {
        guard case .object(let object) = value else {
            throw .geofence(
                "geofence: expected an object with identifier, latitude, longitude and radius, found \(value)"
            )
        }
        self.object = object
    }

    func optional<Value: ConfigConvertible>(_ name: String, as type: Value.Type) throws(TrackingEngineError) -> Value? {
        guard let found = object[name], found != .null else { return nil }
        guard let value = Value(configValue: found) else {
            throw .geofence("geofence.\(name): expected \(Value.expected), found \(found)")
        }
        return value
    }

    func required<Value: ConfigConvertible>(_ name: String) throws(TrackingEngineError) -> Value {
        guard let value = try optional(name, as: Value.self) else {
            throw .geofence("geofence.\(name): missing, expected \(Value.expected)")
        }
        return value
    }

    func center() throws(TrackingEngineError) -> Coordinate {
        let latitude: Double = try required("latitude")
        let longitude: Double = try required("longitude")
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw .geofence("geofence.\(error.code): \(error.message)")
        }
    }

    func radius() throws(TrackingEngineError) -> Radius {
        let meters: Double = try required("radius")
        do {
            return try Radius(meters: meters)
        } catch {
            throw .geofence("geofence.radius: \(error.message)")
        }
    }

    /// The polygon; `nil` where there are no corners, or an empty list of them.
    func polygon() throws(TrackingEngineError) -> Polygon? {
        guard let list = try optional("vertices", as: [ConfigValue].self), !list.isEmpty else { return nil }
        var corners: [Coordinate] = []
        for (index, entry) in list.enumerated() {
            guard let pair = [Double](configValue: entry), pair.count == 2 else {
                throw .geofence("geofence.vertices[\(index)]: expected [latitude, longitude], found \(entry)")
            }
            do {
                corners.append(try Coordinate(latitude: pair[0], longitude: pair[1]))
            } catch {
                throw .geofence("geofence.vertices[\(index)]: \(error.message); latitude comes first")
            }
        }
        do {
            return try Polygon(exterior: corners)
        } catch {
            throw .geofence("geofence.vertices: \(error.message)")
        }
    }
}
