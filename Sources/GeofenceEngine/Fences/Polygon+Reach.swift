internal import Foundation
internal import VisitModel

extension Polygon {
    /// A distance in metres from a point that contains the whole polygon.
    ///
    /// An edge is straight in degrees and so bulges out of the geodesic between its ends. The bulge of an edge of
    /// length L at latitude φ is L² tan φ / 8R, and never more than L / 2. Twice the former is used, because tan φ is
    /// that of one end and the curvature of the ellipsoid's own arc is left out.
    func reach(from center: EarthPoint) -> Double {
        let farthestCorner = exterior.reduce(0) { max($0, center.distance(to: EarthPoint($1))) }
        let bulge = edges.reduce(0) { farthest, edge in
            let length = edge.length
            return max(farthest, min(length / 2, length * length * (edge.steepness + 0.1) / (4 * Self.earthRadius)))
        }
        return farthestCorner + bulge + 0.001
    }

    /// An upper bound of the error of `signedDistance(to:)`, in metres.
    ///
    /// That function finds the nearest point of an edge in a plane that is true to scale at one latitude. Seen from a
    /// distance D the point is off by at most θD with θ = D tan φ / R, and by at most the edge's length L; the measured
    /// distance is then too long by at most the square of that over 2D. The worst D gives L/2 · √(L tan φ / R). Four
    /// times that is used.
    var distanceTolerance: Double {
        edges.reduce(0) { worst, edge in
            let length = edge.length
            return max(worst, min(length, 2 * length * (length * (edge.steepness + 1) / Self.earthRadius).squareRoot()))
        }
    }

    private var edges: [Edge] {
        rings.flatMap { ring in
            zip(ring, ring.dropFirst() + ring.prefix(1)).map { Edge(start: $0, end: $1) }
        }
    }

    /// A radius no larger than any of the ellipsoid's radii of curvature, so that no bound is too small.
    private static let earthRadius = 6_335_000.0

    private struct Edge {
        let start: Coordinate
        let end: Coordinate

        /// An upper bound, in metres.
        var length: Double {
            let lowestLatitude = start.latitude * end.latitude < 0 ? 0 : min(abs(start.latitude), abs(end.latitude))
            let east = Polygon.shortWay(from: start.longitude, to: end.longitude) * cos(lowestLatitude * .pi / 180)
            // 6,399,594 m is the ellipsoid's largest radius of curvature, at the poles.
            return hypot(end.latitude - start.latitude, east) * .pi / 180 * 6_399_594
        }

        /// The largest tan φ along the edge.
        var steepness: Double { tan(min(89.9999, max(abs(start.latitude), abs(end.latitude))) * .pi / 180) }
    }
}
