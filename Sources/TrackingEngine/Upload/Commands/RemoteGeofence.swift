public import VisitModel

/// A geofence as a remote command describes it, checked.
///
/// Transistor types, Geofence.
public struct RemoteGeofence: Hashable, Sendable {
    /// What it covers.
    public enum Shape: Hashable, Sendable {
        /// A circle; its radius in metres, finite and more than 0.
        case circle(center: Coordinate, radiusMeters: Double)
        /// A polygon by its corners, three or more.
        case polygon([Coordinate])
    }

    /// Its name; not empty.
    public let identifier: String
    /// What it covers.
    public let shape: Shape
    /// Whether entering is told; true where that is not said.
    public let notifyOnEntry: Bool
    /// Whether leaving is told; true where that is not said.
    public let notifyOnExit: Bool
    /// Whether staying is told; false where that is not said.
    public let notifyOnDwell: Bool
    /// How long the phone has to be inside for that; 0 where that is not said.
    public let loiteringDelay: Duration
    /// Values for every event of the fence; none where that is not said.
    public let extras: [String: ConfigValue]

    /// Reads a fence.
    ///
    /// - Parameter value: an object with `identifier`, and `latitude`, `longitude` and `radius` or `vertices`.
    /// - Throws: `TrackingEngineError` with code `options`, naming the field, its value and what is expected.
    public init(_ value: ConfigValue) throws(TrackingEngineError) {
        guard case .object(let object) = value else {
            throw TrackingEngineError(.options, "the fence is \(value), expected an object with an `identifier`")
        }
        let fields = GeofenceFields(object)
        let identifier: String = try fields.required("identifier")
        guard !identifier.isEmpty else {
            throw TrackingEngineError(.options, "`identifier` is empty, expected the fence's name")
        }
        self.identifier = identifier
        shape = try fields.shape()
        notifyOnEntry = try fields.optional("notifyOnEntry") ?? true
        notifyOnExit = try fields.optional("notifyOnExit") ?? true
        notifyOnDwell = try fields.optional("notifyOnDwell") ?? false
        let delay: Double = try fields.optional("loiteringDelay") ?? 0
        guard delay >= 0, delay <= OptionLimits.most else {
            throw TrackingEngineError(.options, "`loiteringDelay` is \(delay), expected milliseconds of 0 or more")
        }
        loiteringDelay = .milliseconds(delay)
        extras = try fields.optional("extras") ?? [:]
    }
}

/// The fields of a fence's object; `null` says nothing.
private struct GeofenceFields {
    private let object: [String: ConfigValue]

    init(_ object: [String: ConfigValue]) {
        self.object = object
    }

    func optional<Value: ConfigConvertible>(_ key: String) throws(TrackingEngineError) -> Value? {
        guard let value = object[key], value != .null else { return nil }
        guard let read = Value(configValue: value) else {
            throw TrackingEngineError(.options, "`\(key)` is \(value), expected \(Value.expected)")
        }
        return read
    }

    func required<Value: ConfigConvertible>(_ key: String) throws(TrackingEngineError) -> Value {
        guard let value: Value = try optional(key) else {
            throw TrackingEngineError(.options, "`\(key)` is missing, expected \(Value.expected)")
        }
        return value
    }

    /// Vertices are latitude first, then longitude; with them centre and radius are not looked at.
    func shape() throws(TrackingEngineError) -> RemoteGeofence.Shape {
        let vertices: [[Double]]? = try optional("vertices")
        if let vertices, !vertices.isEmpty {
            guard vertices.count >= 3 else {
                throw TrackingEngineError(.options, "`vertices` has \(vertices.count) corners, expected three or more")
            }
            var corners: [Coordinate] = []
            for vertex in vertices {
                guard vertex.count == 2 else {
                    let message = "a corner of `vertices` is \(vertex), expected [latitude, longitude]"
                    throw TrackingEngineError(.options, message)
                }
                corners.append(try coordinate(vertex[0], vertex[1]))
            }
            return .polygon(corners)
        }
        let center = try coordinate(try required("latitude"), try required("longitude"))
        let radius: Double = try required("radius")
        guard radius > 0, radius.isFinite else {
            throw TrackingEngineError(.options, "`radius` is \(radius), expected metres of more than 0")
        }
        return .circle(center: center, radiusMeters: radius)
    }

    private func coordinate(_ latitude: Double, _ longitude: Double) throws(TrackingEngineError) -> Coordinate {
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            throw TrackingEngineError(.options, "\(latitude), \(longitude) is no place: \(error.message)")
        }
    }
}
