public import GeofenceEngine
public import VisitModel

/// Facilities in cities, and places of people near them.
public struct World: Sendable {
    /// The facilities, each a circle of 50 to 250 m.
    public let facilities: [Facility]
    /// Places drawn by the same rule as the facilities', none of them a facility's.
    public let people: [Coordinate]

    /// Draws a world; the same numbers draw the same.
    ///
    /// - Parameters:
    ///   - count: how many facilities.
    ///   - cities: in how many cities; `nil` for one of 333 facilities each, as the peers are measured with, so that a
    ///     larger world is not a denser one.
    ///   - people: how many places of people.
    ///   - seed: which world.
    /// - Throws: `ValidationError` where chance leads off the map.
    public init(facilities count: Int, cities: Int? = nil, people: Int = 0, seed: UInt64 = 20_240_301) throws {
        var source = SeededSource(seed: seed)
        let cities = Cities(count: cities ?? max(1, count / 333), using: &source)
        self.facilities = try (0..<count).map { number in
            Facility(
                id: try FacilityID("f\(number)"),
                geofence: .circle(
                    center: try cities.place(using: &source),
                    radius: try Radius(meters: .random(in: 50...250, using: &source))
                ),
                timeZone: .utc
            )
        }
        self.people = try (0..<people).map { _ in try cities.place(using: &source) }
    }

    /// The facilities as the engine sees them.
    public var fences: [Fence] {
        facilities.enumerated().compactMap { number, facility in
            FenceKey(exactly: number).map { Fence(key: $0, facility: facility, defaultTimeZone: .utc) }
        }
    }
}
