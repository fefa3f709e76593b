public import VisitModel

/// The fixes of one stay at a fence with neighbours, from which `StayPoints` decides between them.
///
/// It contains every fix that is accurate enough, inside and outside, from the first one inside until the end of the
/// stay is confirmed. Its length is bounded: of a long stay, the fixes that lie closest together in time are dropped.
public struct StayPath: Hashable, Sendable {
    /// The fixes, in order of time.
    public private(set) var points: [Point]

    /// A fix, rounded so that it is decoded exactly as it was encoded.
    public struct Point: Hashable, Sendable {
        /// The time of the fix.
        public let time: Timestamp
        /// The latitude in 1e-7 degrees, about a centimetre.
        public let latitudeE7: Int32
        /// The longitude in 1e-7 degrees.
        public let longitudeE7: Int32
        /// The 68 % radius in decimetres.
        public let accuracyDecimeters: UInt16

        /// Creates a point.
        public init(time: Timestamp, latitudeE7: Int32, longitudeE7: Int32, accuracyDecimeters: UInt16) {
            self.time = time
            self.latitudeE7 = latitudeE7
            self.longitudeE7 = longitudeE7
            self.accuracyDecimeters = accuracyDecimeters
        }

        var coordinate: Coordinate {
            Coordinate(uncheckedLatitude: Double(latitudeE7) * 1e-7, longitude: Double(longitudeE7) * 1e-7)
        }
    }

    /// Creates a path.
    public init(points: [Point] = []) { self.points = points }

    /// The most points of a path: more than half a day of a phone that sends every ten minutes.
    public static let limit = 80

    init(beginningWith fix: Fix, accuracyMeters: Double) {
        self.init()
        append(fix, accuracyMeters: accuracyMeters)
    }

    /// The fix is later than those before.
    mutating func append(_ fix: Fix, accuracyMeters: Double) {
        points.append(
            Point(
                time: fix.time,
                latitudeE7: Int32((fix.coordinate.latitude * 1e7).rounded()),
                longitudeE7: Int32((fix.coordinate.longitude * 1e7).rounded()),
                accuracyDecimeters: UInt16(min(Double(UInt16.max), (accuracyMeters * 10).rounded()))
            )
        )
        if points.count > Self.limit { dropOne() }
    }

    /// The points of all, each once, in order of time, and the same for any order of the paths.
    init(joining paths: some Sequence<StayPath>) {
        points = Set(paths.lazy.flatMap(\.points)).sorted()
        while points.count > Self.limit { dropOne() }
    }

    /// Drops the point that leaves the shortest gap; the first and the last one stay.
    private mutating func dropOne() {
        guard points.count > 2 else { return }
        let gaps = (1..<points.count - 1).map { points[$0 - 1].time.seconds(to: points[$0 + 1].time) }
        let shortest = gaps.indices.min { (gaps[$0], $0) < (gaps[$1], $1) } ?? 0
        points.remove(at: shortest + 1)
    }
}

extension StayPath.Point: Comparable {
    /// The order by time, then by content.
    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.time, lhs.latitudeE7, lhs.longitudeE7, lhs.accuracyDecimeters)
            < (rhs.time, rhs.latitudeE7, rhs.longitudeE7, rhs.accuracyDecimeters)
    }
}
