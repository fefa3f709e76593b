internal import Foundation
internal import VisitModel

/// The places where a device stayed along a path between neighbouring fences, and the facility that each place was.
///
/// A path is divided into stay points, where the device was at one spot for two minutes or longer, and fixes on the
/// way. The division with the highest likelihood is found by dynamic programming over all of them: the fixes of a stay
/// point scatter round one position, which lies at one of the facilities or elsewhere; a fix on the way lies anywhere.
/// So neither the approach nor the departure belongs to a stay, and two stays next door to each other are two.
///
/// The cost is the square of the number of fixes (`StayPath.limit`) times the number of fences.
struct StayPoints {
    /// In order of time.
    let segments: [Segment]
    let points: [StayPath.Point]

    struct Segment {
        /// Its fixes, as indices of `points`.
        let range: Range<Int>
        /// The probability of each fence given to the initializer, 0...1; the rest is the probability of none of them.
        let shares: [Double]
        let position: PositionSum
    }

    /// `visits`: the number of earlier visits to each fence.
    init(_ path: StayPath, at fences: [Fence], visits: [Double]) {
        points = path.points
        guard let first = points.first else {
            segments = []
            return
        }
        let plane = Plane(first)
        let isElsewherePossible = fences.allSatisfy(\.isSmall)
        let spots = fences.map { Spot($0, in: plane) }
        let sightings = points.map { Sighting($0, in: plane) }
        let division = Self.division(sightings, spots)
        // Too few fixes to tell a stay from the way: all of them together still say where it was more likely.
        segments = (division.isEmpty ? [points.indices] : division).map { range in
            let cluster = range.reduce(into: Cluster()) { $0.add(sightings[$1]) }
            return Segment(
                range: range,
                shares: Self.shares(
                    spots.map { cluster.likelihood(at: $0) },
                    elsewhere: isElsewherePossible ? Self.elsewhere : 0,
                    visits: visits
                ),
                position: PositionSum(path.points[range])
            )
        }
    }

    /// Earlier visits decide between places; they don't make it less likely that the stay was elsewhere.
    private static func shares(_ likelihoods: [Double], elsewhere: Double, visits: [Double]) -> [Double] {
        let sum = likelihoods.reduce(0, +)
        let weights = zip(likelihoods, visits).map { $0 * (1 + visitWeight * $1) }
        let weight = weights.reduce(0, +)
        guard sum > 0, weight > 0 else { return likelihoods.map { _ in 0 } }
        return weights.map { $0 / weight * sum / (sum + elsewhere) }
    }

    /// Two earlier visits double the odds of a place.
    private static let visitWeight = 0.5

    private static func division(_ sightings: [Sighting], _ spots: [Spot]) -> [Range<Int>] {
        // The best division of the first n fixes: its log-likelihood, and the beginning of its last stay point.
        var best = [0.0]
        var starts: [Int?] = [nil]
        for end in 1...sightings.count {
            var (likelihood, start) = (best[end - 1] - log(wayAreaSquareMeters(of: end - 1, sightings)), Int?.none)
            var cluster = Cluster()
            for begin in stride(from: end - 1, through: 0, by: -1) {
                cluster.add(sightings[begin])
                guard span(of: begin..<end, sightings) >= shortestSeconds else { continue }
                let candidate = best[begin] + cluster.logLikelihood(at: spots)
                if candidate > likelihood { (likelihood, start) = (candidate, begin) }
            }
            best.append(likelihood)
            starts.append(start)
        }
        var ranges: [Range<Int>] = []
        var end = sightings.count
        while end > 0 {
            guard let start = starts[end] else {
                end -= 1
                continue
            }
            ranges.append(start..<end)
            end = start
        }
        return ranges.reversed()
    }

    /// The area over which a fix on the way is distributed, in square metres.
    ///
    /// That of the surroundings, or many times that of its own error, or what a walk reaches from the nearer of the fixes
    /// before and after: where fixes are rare, two at one spot are no coincidence.
    private static func wayAreaSquareMeters(of index: Int, _ sightings: [Sighting]) -> Double {
        let before = index > 0 ? sightings[index].seconds - sightings[index - 1].seconds : .infinity
        let after = index + 1 < sightings.count ? sightings[index + 1].seconds - sightings[index].seconds : .infinity
        let gap = min(before, after, longestWaySeconds)
        let reach = gap / 2 * StayBoundary.walkingSpeed
        return max(sightings[index].leastWayAreaSquareMeters, .pi * reach * reach)
    }

    /// The longest gap in fixes that is taken for one walk, in seconds.
    private static let longestWaySeconds = 1800.0

    /// The time that a stay point may have lasted: from its first to its last fix, and half of the gaps around it.
    private static func span(of range: Range<Int>, _ sightings: [Sighting]) -> Double {
        let (first, last) = (sightings[range.lowerBound].seconds, sightings[range.upperBound - 1].seconds)
        let before = range.lowerBound > 0 ? first - sightings[range.lowerBound - 1].seconds : 0
        let after = range.upperBound < sightings.count ? sightings[range.upperBound].seconds - last : 0
        return last - first + (before + after) / 2
    }

    private static let shortestSeconds = 120.0
    /// The area in which a stay that is at none of the facilities may be, in square metres.
    fileprivate static let surroundingsSquareMeters = 40_000.0
    /// The probability that a stay is at none of the facilities, before its position is known.
    fileprivate static let elsewhereShare = 0.3
    /// The fewest facilities among which the probability of a stay is divided, before its position is known.
    ///
    /// Not all facilities of a mall are given: only those that a fix suggested.
    fileprivate static let leastPlaces = 50.0
    /// The log-likelihood that a further stay point costs, so that one stay is not divided by chance.
    fileprivate static let stayPointCost = 1.0
    /// The number of unlisted places per square metre where members stay as often as at a small facility.
    private static let elsewhere = 1.0 / 25_000
}

extension StayPoints {
    /// The stay point that was most likely at a place, among those that share time with an interval; `nil` for none.
    ///
    /// Of equally likely ones the longer is chosen, up to the length of a visit. `seconds` is the time in common.
    func likeliest(
        atPlace place: Int,
        from start: Timestamp,
        to end: Timestamp
    ) -> (segment: Int, seconds: Double)? {
        var best: (segment: Int, seconds: Double, weight: Double)?
        for (number, segment) in segments.enumerated() {
            let span = span(of: number)
            guard start <= span.last, end >= span.first else { continue }
            let seconds = max(start, span.earliest).seconds(to: min(end, span.latest))
            let weight = segment.shares[place] * min(Self.visitSeconds, seconds)
            if best.map({ weight > $0.weight }) ?? true { best = (number, seconds, weight) }
        }
        return best.map { ($0.segment, $0.seconds) }
    }

    /// The length from which a stay point is as good as a longer one, in seconds.
    private static let visitSeconds = 600.0

    /// The times of the first and the last fix of a stay point, and of the fixes before and after it.
    func span(of segment: Int) -> (earliest: Timestamp, first: Timestamp, last: Timestamp, latest: Timestamp) {
        let range = segments[segment].range
        let (first, last) = (points[range.lowerBound].time, points[range.upperBound - 1].time)
        return (
            range.lowerBound > 0 ? points[range.lowerBound - 1].time : Timestamp(milliseconds: .min),
            first,
            last,
            range.upperBound < points.count ? points[range.upperBound].time : Timestamp(milliseconds: .max)
        )
    }
}

extension StayPoints {
    /// A plane that touches the earth at the first fix, in metres north and east of it.
    fileprivate struct Plane {
        private let origin: StayPath.Point
        private let metersPerLongitude: Double

        init(_ origin: StayPath.Point) {
            self.origin = origin
            metersPerLongitude = Polygon.metersPerDegree * cos(Double(origin.latitudeE7) * 1e-7 * .pi / 180)
        }

        func position(latitude: Double, longitude: Double) -> SIMD2<Double> {
            let east = Polygon.shortWay(from: Double(origin.longitudeE7) * 1e-7, to: longitude)
            return SIMD2(
                (latitude - Double(origin.latitudeE7) * 1e-7) * Polygon.metersPerDegree,
                east * metersPerLongitude
            )
        }

        func coordinate(at position: SIMD2<Double>) -> Coordinate {
            let latitude = Double(origin.latitudeE7) * 1e-7 + position.x / Polygon.metersPerDegree
            let longitude = Double(origin.longitudeE7) * 1e-7 + position.y / max(1, metersPerLongitude)
            return Coordinate(uncheckedLatitude: min(90, max(-90, latitude)), longitude: Polygon.normalized(longitude))
        }
    }

    fileprivate struct Sighting {
        let seconds: Double
        let position: SIMD2<Double>
        /// The variance of its error in each direction, in square metres.
        let variance: Double

        init(_ point: StayPath.Point, in plane: Plane) {
            seconds = Double(point.time.milliseconds) / 1000
            position = plane.position(
                latitude: Double(point.latitudeE7) * 1e-7,
                longitude: Double(point.longitudeE7) * 1e-7
            )
            let sigma = max(2, Double(point.accuracyDecimeters) / 10) / PositionSum.accuracyPerDeviation
            variance = sigma * sigma
        }

        /// The least area over which a fix on the way is distributed, in square metres: the surroundings, and many times
        /// the area of its own error.
        var leastWayAreaSquareMeters: Double { max(15_000, 25 * variance) }
    }

    /// A fence where a stay can be.
    fileprivate struct Spot {
        private let center: SIMD2<Double>
        private let fence: Fence
        private let plane: Plane
        /// The variance of the places within the fence where members stay, in square metres.
        let roomVariance: Double
        /// The same of a circle around the fence.
        let circleVariance: Double

        init(_ fence: Fence, in plane: Plane) {
            self.fence = fence
            self.plane = plane
            let center = fence.geofence.center
            self.center = plane.position(latitude: center.latitude, longitude: center.longitude)
            let (room, reach) = (fence.breadthMeters / 4, fence.reachMeters / 4)
            (roomVariance, circleVariance) = (room * room, reach * reach)
        }

        /// From the middle of a circle around the fence.
        func squaredCircleDistance(to position: SIMD2<Double>) -> Double {
            let way = position - center
            return (way * way).sum()
        }

        /// From the middle of the fence.
        func squaredDistance(to position: SIMD2<Double>) -> Double {
            if case .circle = fence.geofence { return squaredCircleDistance(to: position) }
            let coordinate = plane.coordinate(at: position)
            let edge = fence.signedDistance(to: coordinate, EarthPoint(coordinate))
            let distance = max(0, edge + fence.breadthMeters)
            return distance * distance
        }
    }

    /// The sums of the fixes of a possible stay point.
    fileprivate struct Cluster {
        private var count = 0.0
        /// The sum of 1/σ².
        private var weight = 0.0
        private var weighted = SIMD2(0.0, 0.0)
        /// The weighted sum of the squared distances from the mean.
        private var scatter = 0.0
        /// The logarithm of the product of the densities at the mean.
        private var logDensities = 0.0

        mutating func add(_ sighting: Sighting) {
            let own = 1 / (Self.scatterShare * sighting.variance)
            if weight > 0 {
                let way = sighting.position - weighted / weight
                scatter += own * weight / (own + weight) * (way * way).sum()
            }
            count += 1
            weight += own
            weighted += own * sighting.position
            logDensities += log(own / (2 * .pi))
        }

        /// The variance of the mean position in each direction, in square metres: its scatter, and the error that the
        /// fixes have in common.
        private var variance: Double {
            let error = count / (weight * Self.scatterShare)
            return 1 / weight + max(Self.leastCommonVariance, Self.commonShare * error)
        }

        /// The density of a stay with this mean position at a fence, per square metre.
        func likelihood(at spot: Spot) -> Double {
            guard weight > 0 else { return 0 }
            return density(spot.squaredDistance(to: weighted / weight), room: spot.roomVariance)
        }

        private func density(_ squaredDistance: Double, room: Double) -> Double {
            let variance = variance + room
            return exp(-squaredDistance / (2 * variance)) / (2 * .pi * variance)
        }

        /// The logarithm of the probability density of the fixes, as those of one stay.
        ///
        /// A polygon is treated as the circle around it, because measuring the way to its edges for each of the
        /// thousands of possible stay points would take seconds.
        func logLikelihood(at spots: [Spot]) -> Double {
            let share = (1 - StayPoints.elsewhereShare) / max(StayPoints.leastPlaces, Double(spots.count))
            let mixture = spots.reduce(StayPoints.elsewhereShare / StayPoints.surroundingsSquareMeters) {
                $0 + share * density($1.squaredCircleDistance(to: weighted / weight), room: $1.circleVariance)
            }
            return logDensities - scatter / 2 + log(2 * .pi / weight) + log(mixture) - StayPoints.stayPointCost
        }

        /// The part of a fix's variance that differs from fix to fix.
        private static let scatterShare = 0.72
        /// The part that the fixes of a stay have in common.
        private static let commonShare = 0.16
        /// The least variance that they have in common, in square metres.
        private static let leastCommonVariance = 2.25
    }
}

extension PositionSum {
    /// The mean position of the fixes of a stay point.
    fileprivate init(_ points: ArraySlice<StayPath.Point>) {
        self.init(origin: points.first?.coordinate ?? Coordinate(uncheckedLatitude: 0, longitude: 0))
        var last: Timestamp?
        for point in points {
            let seconds = last.map { $0.seconds(to: point.time) } ?? 60
            add(point.coordinate, accuracyMeters: Double(point.accuracyDecimeters) / 10, secondsSinceLast: seconds)
            last = point.time
        }
    }
}
