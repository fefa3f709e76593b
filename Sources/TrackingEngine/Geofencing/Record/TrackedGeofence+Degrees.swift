public import TrackingModel
import VisitModel

extension TrackedGeofence {
    /// Checks and makes a circle from plain numbers, as the vendor's `Geofence` is made.
    ///
    /// Transistor, BGGeo.startGeofences, example.
    ///
    /// - Parameters:
    ///   - identifier: 1 to `longestIdentifier` characters; white space at both ends is cut.
    ///   - radius: of the circle in metres, 1 to 100,000.
    ///   - latitude: of the middle in degrees, -90 to 90.
    ///   - longitude: of the middle in degrees, -180 to 180.
    ///   - notifyOnEntry: whether an entry is told.
    ///   - notifyOnExit: whether an exit is told.
    ///   - notifyOnDwell: whether a stay is told.
    ///   - loiteringDelay: how long a stay has to be, in milliseconds, 0 or more.
    ///   - extras: values of the app's own.
    /// - Throws: `TrackingEngineError` that names what can't be.
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
