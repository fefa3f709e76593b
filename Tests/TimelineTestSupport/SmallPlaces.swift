package import VisitModel

/// A few generated places on a line of latitude, and the times of tests with them.
package enum SmallPlaces {
    /// Noon UTC of a day without a clock change near it; the minutes of every test count from here.
    package static let start = Timestamp(milliseconds: 1_710_158_400_000)
    /// The observation time of everything.
    package static let now = start.advanced(bySeconds: 60 * 86_400)

    /// A place with a radius of 150 m and a dwell threshold of 10 minutes.
    package static func place(_ number: Int, eastMeters: Double, northMeters: Double = 0) throws -> Facility {
        Facility(
            id: try placeID(number),
            name: "Place \(number)",
            geofence: .circle(center: try coordinate(east: eastMeters, north: northMeters), radius: .standard)
        )
    }

    package static func placeID(_ number: Int) throws -> FacilityID {
        try FacilityID(number < 10 ? "p0\(number)" : "p\(number)")
    }

    /// A point by its metres from the first place.
    package static func coordinate(east: Double, north: Double = 0) throws -> Coordinate {
        try Coordinate(latitude: 45 + north / 111_132, longitude: -93 + east / 78_847)
    }

    package static func minute(_ minutes: Double) -> Timestamp { start.advanced(bySeconds: minutes * 60) }
}
