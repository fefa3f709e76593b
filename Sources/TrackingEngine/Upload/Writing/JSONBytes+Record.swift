internal import TrackingModel
internal import VisitModel
internal import WireJSON
/// The parts of a record. Transistor reference, "Location data".
extension JSONBytes {
    /// The placeholder for a number that the phone does not know.
    static let unknown = -1.0

    mutating func coordinates(of fix: Fix, platform: Platform) {
        openObject("coords")
        member("latitude", fix.coordinate.latitude)
        member("longitude", fix.coordinate.longitude)
        member("accuracy", fix.horizontalAccuracy ?? Self.unknown)
        member("speed", fix.speed ?? Self.unknown)
        // A fix has no accuracy of its speed, heading and altitude.
        member("speed_accuracy", Self.unknown)
        member("heading", fix.course ?? Self.unknown)
        member("heading_accuracy", Self.unknown)
        // The altitude of a fix is above the ellipsoid.
        member("altitude", fix.altitude ?? Self.unknown)
        member("ellipsoidal_altitude", fix.altitude ?? Self.unknown)
        member("altitude_accuracy", Self.unknown)
        if platform == .ios {
            key("floor")
            null()
        }
        closeObject()
    }

    mutating func phone(_ location: TrackedLocation) {
        openObject("activity")
        member("type", location.activityName)
        member("confidence", Int64(location.activityConfidence))
        closeObject()
        openObject("battery")
        member("level", location.fix.battery ?? Self.unknown)
        member("is_charging", location.isCharging)
        closeObject()
    }

    mutating func crossing(_ crossing: GeofenceCrossing) {
        openObject("geofence")
        member("identifier", crossing.identifier)
        member("action", crossing.action.rawValue)
        member("timestamp", crossing.timestamp)
        if !crossing.extras.isEmpty { member("extras", crossing.extras) }
        closeObject()
    }

    /// With the raw values (Transistor types, ProviderChangeEvent).
    mutating func provider(_ provider: ProviderState) {
        openObject("provider")
        member("enabled", provider.isEnabled)
        member("status", Int64(provider.status.rawValue))
        member("network", provider.hasNetwork)
        member("gps", provider.hasGPS)
        member("accuracyAuthorization", Int64(provider.accuracy.rawValue))
        closeObject()
    }
}

extension TrackedLocation {
    /// The activity that the motion service reported; `unknown` where it reported none.
    var activityName: String { fix.activity?.rawValue ?? "unknown" }
}
