internal import Foundation
internal import VisitModel

extension FacilityChecks {
    /// A place that lies far from all others of its region.
    struct FarPlace: Equatable {
        var line: Int
        /// Whether it is far from its city, and not from its state.
        var isFarFromCity: Bool
        /// The distance from the middle of the region, in metres.
        var distanceMeters: Double
        var remedy: Remedy?
    }

    /// The correction of a common error that explains a distant place.
    enum Remedy: CaseIterable {
        case swap, negateLongitude, negateLatitude

        var hint: String {
            switch self {
            case .swap: "latitude and longitude seem to be swapped"
            case .negateLongitude: "the sign of the longitude seems to be wrong"
            case .negateLatitude: "the sign of the latitude seems to be wrong"
            }
        }

        /// The corrected point; `nil` where that is no point on earth.
        func applied(to coordinate: Coordinate) -> Coordinate? {
            switch self {
            case .swap: try? Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
            case .negateLongitude: try? Coordinate(latitude: coordinate.latitude, longitude: -coordinate.longitude)
            case .negateLatitude: try? Coordinate(latitude: -coordinate.latitude, longitude: coordinate.longitude)
            }
        }
    }

    /// The largest number of places of a region that can all be outliers.
    private static let mostSuspects = 1000
    /// The square of the distance up to which two rows mean the same place, in square metres.
    private static let samePointSquared = 1.0

    private struct Rule {
        /// The least number of places a region needs before one of them can be an outlier.
        var leastPlaces: Int
        /// The least distance from the region's middle of a place that a common error explains, in metres.
        var explainedFloorMeters: Double
        /// The least distance from the middle, and from the nearest other place, of any other, in metres.
        var floorMeters: Double
        /// The least distance from the middle, as a multiple of the median distance from it.
        var medianFactor: Double
    }

    /// Finds the places far from all others of their state, or else of their city, in the order of their lines.
    ///
    /// The middle of a region is the point of its median latitude and longitude, because a few wrong points can't move
    /// a median. A place is far when its distance from the middle exceeds both a floor and a multiple of the median
    /// distance. In addition, a common error must explain it (swapped coordinates, a wrong sign), or no other place of
    /// the region may be within the floor of it. Regions of fewer than five places are skipped.
    ///
    /// The floors were set on registers of hospitals, gyms, shops, stations and airports. With lower ones, remote towns
    /// such as Fairbanks in Alaska are reported; with higher ones, hospitals that were mapped to another city of their
    /// state are not. Where one name does not mean one region, as with county names, only common errors are reported.
    func farPlaces(statesAreUnique: Bool, citiesAreUnique: Bool) -> [FarPlace] {
        let stateRule = Rule(
            leastPlaces: 5,
            explainedFloorMeters: 300_000,
            floorMeters: statesAreUnique ? 600_000 : .infinity,
            medianFactor: 4
        )
        let cityRule = Rule(
            leastPlaces: 5,
            explainedFloorMeters: 100_000,
            floorMeters: citiesAreUnique ? 100_000 : .infinity,
            medianFactor: 10
        )
        let ofStates = farPlaces(stateGroups, stateRule, isCity: false)
        let found = Set(ofStates.map(\.line))
        let ofCities = farPlaces(cityGroups, cityRule, isCity: true).filter { !found.contains($0.line) }
        return (ofStates + ofCities).sorted { $0.line < $1.line }
    }

    private func farPlaces(_ groups: RegionGroups, _ rule: Rule, isCity: Bool) -> [FarPlace] {
        // Sorted by group, so that each group is a slice.
        var starts = [Int](repeating: 0, count: groups.count + 1)
        for member in groups.members { starts[Int(member.group) + 1] += 1 }
        for group in 0..<groups.count { starts[group + 1] += starts[group] }
        var next = starts
        var sorted = [UInt32](repeating: 0, count: groups.members.count)
        for member in groups.members {
            sorted[next[Int(member.group)]] = member.place
            next[Int(member.group)] += 1
        }
        var found: [FarPlace] = []
        for group in 0..<groups.count {
            let slice = sorted[starts[group]..<starts[group + 1]]
            guard slice.count >= rule.leastPlaces else { continue }
            found += farPlaces(slice.map { places[Int($0)] }, rule, isCity: isCity)
        }
        return found
    }

    private func farPlaces(_ group: [Place], _ rule: Rule, isCity: Bool) -> [FarPlace] {
        guard let middle = Self.middle(group) else { return [] }
        let center = EarthPoint(middle)
        let points = group.map { EarthPoint($0.coordinate) }
        let chords = points.map { center.chordSquared(to: $0).squareRoot() }
        let limit = max(rule.explainedFloorMeters, rule.medianFactor * Self.median(chords))
        let suspects = chords.indices.filter { chords[$0] > limit }
        // Where many places are distant the region is not compact, and the search for their neighbours would take long.
        guard suspects.count * 4 <= group.count, suspects.count <= Self.mostSuspects else { return [] }
        let floorSquared = rule.floorMeters * rule.floorMeters
        return suspects.compactMap { index in
            let place = group[index]
            let remedy = Remedy.allCases.first { remedy in
                guard let corrected = remedy.applied(to: place.coordinate) else { return false }
                return center.chordSquared(to: EarthPoint(corrected)).squareRoot() <= limit / 2
            }
            if remedy == nil {
                guard chords[index] > rule.floorMeters else { return nil }
                let hasNeighbour = points.indices.contains { other in
                    let chordSquared = points[index].chordSquared(to: points[other])
                    return chordSquared <= floorSquared && chordSquared > Self.samePointSquared
                }
                guard !hasNeighbour else { return nil }
            }
            return FarPlace(
                line: Int(place.line),
                isFarFromCity: isCity,
                distanceMeters: middle.distance(to: place.coordinate),
                remedy: remedy
            )
        }
    }

    /// The point of the median latitude and longitude; longitudes are measured the short way from the first.
    private static func middle(_ group: [Place]) -> Coordinate? {
        guard let first = group.first else { return nil }
        let origin = first.coordinate.longitude
        let latitude = median(group.map(\.coordinate.latitude))
        let offset = median(group.map { Polygon.shortWay(from: origin, to: $0.coordinate.longitude) })
        var longitude = origin + offset
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        return try? Coordinate(latitude: latitude, longitude: longitude)
    }

    private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

extension FacilityChecks.Place {
    /// The point, to a centimetre.
    var coordinate: Coordinate {
        Coordinate(uncheckedLatitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }
}
