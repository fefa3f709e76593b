package import VisitModel

/// The city that a lab's members live in: where it lies, how far it reaches, and how many facilities the network has there.
///
/// Places, extents and zones are those of three real cities, roughly; the network is made up.
package enum LabCity: String, Hashable, Sendable, CaseIterable {
    /// 3.5 km round its middle with 8 facilities: fewer than iOS can watch. Where Freiburg lies.
    case small
    /// 8 km with 40 facilities: more than iOS can watch. Where Philadelphia lies.
    case medium
    /// 16 km with 140 facilities: more than Android can watch. Where Chicago lies.
    case large

    /// The zone of its clocks.
    package var timeZone: TimeZoneName {
        let name =
            switch self {
            case .small: "Europe/Berlin"
            case .medium: "America/New_York"
            case .large: "America/Chicago"
            }
        do { return try TimeZoneName(name) } catch { preconditionFailure("\(error)") }
    }

    /// How far it reaches from its middle, in metres.
    package var reachMeters: Double {
        switch self {
        case .small: 3500
        case .medium: 8000
        case .large: 16_000
        }
    }

    /// How many facilities the network has.
    package var facilityCount: Int {
        switch self {
        case .small: 8
        case .medium: 40
        case .large: 140
        }
    }

    /// The place on earth of a point of the map.
    func coordinate(of point: LabPoint) -> Coordinate {
        do {
            return try center.away(eastMeters: point.east, northMeters: point.north)
        } catch {
            preconditionFailure("no city lies near a pole: \(error)")
        }
    }

    private var center: Coordinate {
        let (latitude, longitude) =
            switch self {
            case .small: (47.9959, 7.8522)
            case .medium: (39.9526, -75.1652)
            case .large: (41.8781, -87.6298)
            }
        do {
            return try Coordinate(latitude: latitude, longitude: longitude)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
