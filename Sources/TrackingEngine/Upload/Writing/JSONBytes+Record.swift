internal import TrackingModel
import WireJSON
import VisitModel

/// The parts of a record. Transistor reference, "Location data".
extension JSONBytes {
    /// What stands for a number that the phone does not know.
    static let unknown = -1.0

    /// Writes `coords`.
    mutating func coordinates(of fix: Fix, platform: Platform) {
        openObject("coords")
        member("latitude", fix.coordinate.latitude)
        member("longitude", fix.coordinate.longitude)
        member("accuracy", fix.horizontalAccuracy ?? Self.unknown)
        member("speed", fix.speed ?? Self.unknown)
        // A fix does not say how exact its speed, heading and altitude are.
        member("speed_accuracy", Self.unknown)
        member("heading", fix.course ?? Self.unknown)
        member("heading_accuracy", Self.unknown)
        // An altitude of a fix is one above the ellipsoid.
        member("altitude", fix.altitude ?? Self.unknown)
        member("ellipsoidal_altitude", fix.altitude ?? Self.unknown)
        member("altitude_accuracy", Self.unknown)
        if platform == .ios {
            key("floor")
            null()
        }
        closeObject()
    }

    /// Writes `activity` and `battery`.
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

    /// Writes `geofence`.
    mutating func crossing(_ crossing: GeofenceCrossing) {
        openObject("geofence")
        member("identifier", crossing.identifier)
        member("action", crossing.action.rawValue)
        member("timestamp", crossing.timestamp)
        if !crossing.extras.isEmpty { member("extras", crossing.extras) }
        closeObject()
    }

    /// Writes `provider`, with its numbers (Transistor types, ProviderChangeEvent).
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
    /// What the motion service said, `unknown` where it said nothing.
    var activityName: String { fix.activity?.rawValue ?? "unknown" }
}
