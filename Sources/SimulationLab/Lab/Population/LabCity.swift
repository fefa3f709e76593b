package import VisitModel

/// The city where a lab's members live: its location, its extent and the number of facilities in its network.
///
/// Locations, extents and zones are approximately those of three real cities; the network is generated.
package enum LabCity: String, Hashable, Sendable, CaseIterable {
    /// 3.5 km around its centre with 8 facilities, fewer than iOS can monitor; at the location of Freiburg.
    case small
    /// 8 km around its centre with 40 facilities, more than iOS can monitor; at the location of Philadelphia.
    case medium
    /// 16 km around its centre with 140 facilities, more than Android can monitor; at the location of Chicago.
    case large

    package var timeZone: TimeZoneName {
        let name =
            switch self {
            case .small: "Europe/Berlin"
            case .medium: "America/New_York"
            case .large: "America/Chicago"
            }
        do { return try TimeZoneName(name) } catch { preconditionFailure("\(error)") }
    }

    package var reachMeters: Double {
        switch self {
        case .small: 3500
        case .medium: 8000
        case .large: 16_000
        }
    }

    package var facilityCount: Int {
        switch self {
        case .small: 8
        case .medium: 40
        case .large: 140
        }
    }

    /// The coordinate of a point of the map.
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
