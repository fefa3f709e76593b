internal import VisitModel

extension Polygon {
    /// Two exterior edges that cross each other, by their first corners from 1; `nil` where none do.
    ///
    /// Edges are straight lines in degrees, as the polygon treats them. A scenario may not have a crossing, because it
    /// does not define which side is inside.
    var crossing: (first: Int, second: Int)? {
        var unrolled: [(x: Double, y: Double)] = []
        var previous = exterior[0]
        var x = 0.0
        for corner in exterior {
            x += Polygon.shortWay(from: previous.longitude, to: corner.longitude)
            unrolled.append((x, corner.latitude))
            previous = corner
        }
        let count = unrolled.count
        guard count > 3 else { return nil }
        for first in 0..<(count - 2) {
            for second in (first + 2)..<count where !(first == 0 && second == count - 1) {
                let (a, b) = (unrolled[first], unrolled[first + 1])
                let (c, d) = (unrolled[second], unrolled[(second + 1) % count])
                if Self.side(a, b, c) * Self.side(a, b, d) < 0, Self.side(c, d, a) * Self.side(c, d, b) < 0 {
                    return (first + 1, second + 1)
                }
            }
        }
        return nil
    }

    /// The side of a line that a point lies on: -1, 0 or 1.
    private static func side(
        _ a: (x: Double, y: Double),
        _ b: (x: Double, y: Double),
        _ point: (x: Double, y: Double)
    ) -> Int {
        let area = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
        return area > 0 ? 1 : area < 0 ? -1 : 0
    }
}
