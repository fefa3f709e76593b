internal import Foundation
internal import VisitModel

extension Fence {
    /// The breadth in relation to a fix's error: the radius of a circle, twice area by perimeter of polygons.
    ///
    /// Twice area by perimeter is the radius of a circle and of every polygon round one (a square's half side), and the
    /// width of a long strip. The reach would be wrong: an error of 90 m leads out of a hall of 25 × 300 m five times
    /// in six, though its reach is 150 m.
    var breadthMeters: Double {
        switch geofence {
        case .circle: reachMeters
        case .polygon(let polygon): min(reachMeters, Polygon.breadthMeters(of: [polygon]))
        case .multiPolygon(let area): min(reachMeters, Polygon.breadthMeters(of: area.polygons))
        }
    }

    /// Whether the fence is small compared with the errors of fixes indoors; import warns below the same breadth.
    var isSmall: Bool { breadthMeters < Self.smallBreadthMeters }

    static let smallBreadthMeters = 35.0
}

extension Polygon {
    /// Twice the area of all polygons divided by their perimeter.
    ///
    /// Of several, large ones weigh more than small ones. Holes are subtracted from the area and added to the perimeter.
    fileprivate static func breadthMeters(of polygons: [Polygon]) -> Double {
        var (doubledArea, perimeter) = (0.0, 0.0)
        for polygon in polygons {
            let measures = polygon.measures
            doubledArea += measures.doubledArea
            perimeter += measures.perimeter
        }
        guard perimeter > 0 else { return 0 }
        return doubledArea / perimeter * metersPerDegree
    }

    /// Twice the area and the perimeter, in degrees of latitude.
    ///
    /// Computed on the plane that touches the earth at the first corner, which is accurate enough for the size of a
    /// facility.
    private var measures: (doubledArea: Double, perimeter: Double) {
        guard let origin = exterior.first else { return (0, 0) }
        let scale = cos(origin.latitude * .pi / 180)
        var (doubledArea, perimeter) = (0.0, 0.0)
        for ring in rings {
            guard let last = ring.last else { continue }
            var ringArea = 0.0
            var (x1, y1) = (Self.shortWay(from: origin.longitude, to: last.longitude) * scale, last.latitude)
            for corner in ring {
                let x2 = Self.shortWay(from: origin.longitude, to: corner.longitude) * scale
                let y2 = corner.latitude
                ringArea += x1 * (y2 - origin.latitude) - x2 * (y1 - origin.latitude)
                perimeter += ((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1)).squareRoot()
                (x1, y1) = (x2, y2)
            }
            doubledArea += doubledArea == 0 ? abs(ringArea) : -abs(ringArea)
        }
        return (max(0, doubledArea), perimeter)
    }

    /// The average length of a degree of a meridian, within 0.6 % everywhere.
    static var metersPerDegree: Double { 111_133 }
}
