import Foundation
public import VisitModel

/// Made-up cities with places in them, by the rule of `peers/make-points`.
///
/// A city's centre is uniform over the latitudes 25 to 60 north and longitudes 120 west to 30 east; its places are
/// normally spread round it by 4 to 16 km.
public struct Cities: Sendable {
    private let cities: [City]

    private struct City {
        let latitude, longitude, spreadMeters: Double
    }

    /// Founds cities.
    ///
    /// - Parameters:
    ///   - count: how many.
    ///   - source: where chance comes from.
    public init(count: Int, using source: inout SeededSource) {
        self.cities = (0..<count).map { _ in
            City(
                latitude: .random(in: 25..<60, using: &source),
                longitude: .random(in: -120..<30, using: &source),
                spreadMeters: .random(in: 4000..<16_000, using: &source)
            )
        }
    }

    /// A place in one of the cities.
    ///
    /// - Parameter source: where chance comes from.
    /// - Returns: a point, nearer to the centre more likely.
    /// - Throws: `ValidationError` where chance leads off the map.
    public func place(using source: inout SeededSource) throws -> Coordinate {
        let city = cities[Int.random(in: cities.indices, using: &source)]
        return try Coordinate(latitude: city.latitude, longitude: city.longitude)
            .moved(north: source.normal() * city.spreadMeters, east: source.normal() * city.spreadMeters)
    }
}

extension Coordinate {
    /// A point some metres away, by the mean sphere: good enough for a made-up world.
    ///
    /// - Parameters:
    ///   - north: metres to the north.
    ///   - east: metres to the east.
    /// - Returns: the other point.
    /// - Throws: `ValidationError` beyond a pole or the antimeridian.
    public func moved(north: Double, east: Double) throws -> Coordinate {
        let metersPerDegree = 111_195.0
        return try Coordinate(
            latitude: latitude + north / metersPerDegree,
            longitude: longitude + east / metersPerDegree / cos(latitude * .pi / 180)
        )
    }
}
