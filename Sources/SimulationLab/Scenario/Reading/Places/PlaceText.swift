internal import Foundation
internal import VisitModel

/// A place as written in a scenario: by degrees, or relative to another place.
enum PlaceText: Hashable {
    /// `39.95, -75.16`.
    case degrees(Coordinate)
    /// `60 m north of gym`.
    case offset(meters: Double, bearingDegrees: Double, from: String)

    static let examples = "degrees such as \"39.95, -75.16\", or for instance 60 m north of gym"

    /// How far it may be from the other place.
    private static let offsetMeters = 0.0...100_000

    static func parse(_ text: String) throws -> PlaceText {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        if let of = words.firstIndex(where: { $0.lowercased() == "of" }), of >= 2, of + 1 < words.count {
            let length = words[..<(of - 1)].joined(separator: " ")
            return .offset(
                meters: try LengthText.meters(length, within: offsetMeters),
                bearingDegrees: try DirectionText.bearing(words[of - 1]),
                from: words[(of + 1)...].joined(separator: " ")
            )
        }
        guard let degrees = try degrees(text) else {
            throw Problem("\(quoted(text)) is not a place, expected \(examples)")
        }
        return .degrees(degrees)
    }

    /// Parses a latitude and a longitude in degrees; `nil` where the text is not two numbers.
    ///
    /// Throws `ValidationError` where they are out of range.
    static func degrees(_ text: String) throws -> Coordinate? {
        let parts = text.split { $0 == "," || $0.isWhitespace }
        let allowed = Set("+-.0123456789")
        let numbers = parts.compactMap { $0.allSatisfy(allowed.contains) ? Double($0) : nil }
        guard parts.count == 2, numbers.count == 2 else { return nil }
        return try Coordinate(latitude: numbers[0], longitude: numbers[1])
    }
}

extension Coordinate {
    /// Accurate to a thousandth of the distance, within 100 km and up to 70 degrees of latitude.
    ///
    /// Throws `Problem` where the coordinate lies beyond a pole or near one.
    func away(meters: Double, bearingDegrees: Double) throws -> Coordinate {
        let radians = bearingDegrees * .pi / 180
        return try away(eastMeters: meters * sin(radians), northMeters: meters * cos(radians))
    }

    /// Throws `Problem` where the coordinate lies beyond a pole or near one.
    func away(eastMeters: Double, northMeters: Double) throws -> Coordinate {
        let radius = WGS84.equatorialRadius
        func share(at latitude: Double) -> Double {
            let sine = sin(latitude * .pi / 180)
            return 1 - WGS84.eccentricitySquared * sine * sine
        }
        // The radii of curvature of the meridian and the parallel halfway.
        let middle = min(90, max(-90, latitude + northMeters / 111_132 / 2))
        let root = share(at: middle).squareRoot()
        let meridian = radius * (1 - WGS84.eccentricitySquared) / (share(at: middle) * root)
        let north = latitude + northMeters / meridian * 180 / .pi
        let parallel = radius / root * cos(middle * .pi / 180)
        guard abs(north) < 89.9 else {
            throw Problem("lies beyond a pole or within 11 km of it, expected a place farther from it")
        }
        let east = (longitude + eastMeters / parallel * 180 / .pi).truncatingRemainder(dividingBy: 360)
        let wrapped = east > 180 ? east - 360 : east < -180 ? east + 360 : east
        return try Coordinate(latitude: north, longitude: wrapped)
    }
}
