public import TrackingModel
import VisitModel

extension TrackedGeofence {
    /// Creates a circle from plain numbers, with the checks and the arguments of the vendor's `Geofence`.
    ///
    /// Transistor, BGGeo.startGeofences, example.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is trimmed.
    ///   - radius: the radius in metres, 1 to 100,000.
    ///   - latitude: the center's latitude in degrees, -90 to 90.
    ///   - longitude: the center's longitude in degrees, -180 to 180.
    ///   - notifyOnEntry: whether an entry is emitted.
    ///   - notifyOnExit: whether an exit is emitted.
    ///   - notifyOnDwell: whether a dwell is emitted.
    ///   - loiteringDelay: the time inside until a dwell, in milliseconds, 0 or more.
    ///   - extras: the app's own values.
    /// - Throws: `TrackingEngineError` that names the invalid argument.
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
