import Foundation
import GeofenceEngine
import SeededRandom
import VisitModel

/// A flat piece of ground to lay out cases on, in metres from its middle.
enum Ground {
    /// The middle, in Minneapolis.
    static let middle = Coordinate(uncheckedLatitude: 44.97, longitude: -93.26)
    /// The second that cases count from: 2024-03-04T12:00:00Z.
    static let noon = Timestamp(milliseconds: 1_709_553_600_000)

    /// The point some metres from another one, right to a centimetre over a kilometre.
    static func point(east: Double, north: Double = 0, from origin: Coordinate = middle) -> Coordinate {
        let latitude = origin.latitude * .pi / 180
        let squared = 1 - WGS84.eccentricitySquared * sin(latitude) * sin(latitude)
        let alongParallel = WGS84.equatorialRadius / squared.squareRoot() * cos(latitude)
        let alongMeridian = WGS84.equatorialRadius * (1 - WGS84.eccentricitySquared) / (squared * squared.squareRoot())
        return Coordinate(
            uncheckedLatitude: origin.latitude + north / alongMeridian * 180 / .pi,
            longitude: origin.longitude + east / alongParallel * 180 / .pi
        )
    }

    /// A circle some metres from the middle.
    static func circle(
        _ name: String = "gym",
        key: Int = 1,
        east: Double = 0,
        north: Double = 0,
        radius: Double = 150,
        dwell: Int = 600,
        at center: Coordinate? = nil
    ) throws -> Fence {
        try fence(
            name,
            key: key,
            .circle(center: center ?? point(east: east, north: north), radius: try Radius(meters: radius)),
            dwell: dwell
        )
    }

    /// A rectangle of a width and height round a place some metres from the middle, with rectangular holes.
    static func rectangle(
        _ name: String = "gym",
        key: Int = 1,
        outline: Box,
        holes: [Box] = []
    ) throws -> Fence {
        try fence(name, key: key, .polygon(try Polygon(exterior: outline.corners, holes: holes.map(\.corners))))
    }

    /// A rectangle in metres from the middle.
    struct Box {
        let west: Double
        let south: Double
        let east: Double
        let north: Double

        var corners: [Coordinate] {
            [(west, south), (east, south), (east, north), (west, north)].map { point(east: $0.0, north: $0.1) }
        }
    }

    private static func fence(_ name: String, key: Int, _ shape: Geofence, dwell: Int = 600) throws -> Fence {
        guard let key = FenceKey(exactly: key) else { throw ValidationError(.identifier, "\(key) is not a key") }
        return Fence(
            key: key,
            facility: try FacilityID(name),
            geofence: shape,
            dwellThreshold: try DwellThreshold(seconds: dwell)
        )
    }
}

/// A reading of a case: when, how many metres east of the middle, how good.
struct Step {
    let second: Double
    let place: Coordinate
    let accuracy: Double?
    var speed: Double?
    var activity: Activity?
    var flags: Fix.Flags

    init(
        _ second: Double,
        east: Double = 0,
        north: Double = 0,
        accuracy: Double? = 10,
        speed: Double? = nil,
        activity: Activity? = nil,
        flags: Fix.Flags = []
    ) {
        self.init(second, at: Ground.point(east: east, north: north), accuracy: accuracy)
        self.speed = speed
        self.activity = activity
        self.flags = flags
    }

    init(_ second: Double, at place: Coordinate, accuracy: Double? = 10) {
        self.second = second
        self.place = place
        self.accuracy = accuracy
        self.activity = nil
        self.flags = []
    }

    var fix: Fix {
        Fix(
            time: Ground.noon.advanced(bySeconds: second),
            coordinate: place,
            horizontalAccuracy: accuracy,
            speed: speed,
            activity: activity,
            flags: flags
        )
    }

    /// The same reading again and again.
    static func every(
        _ interval: Double,
        from start: Double,
        through end: Double,
        east: Double = 0,
        accuracy: Double? = 10
    ) -> [Step] {
        stride(from: start, through: end, by: interval).map { Step($0, east: east, accuracy: accuracy) }
    }
}

extension SeededGenerator {
    /// A number of a normal distribution with mean 0 and standard deviation 1 (Box and Muller, 1958).
    mutating func normal() -> Double {
        let radius = (-2 * log(Double.random(in: Double.leastNonzeroMagnitude...1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}
