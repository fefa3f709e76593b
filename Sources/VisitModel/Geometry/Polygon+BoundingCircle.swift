extension Polygon {
    /// A circle that contains the whole polygon, for registration with a phone's system, which supports only circles.
    ///
    /// The centre is the middle of the corners' bounding box. The radius reaches slightly beyond the farthest corner,
    /// because an edge that is straight in degrees bulges out of the great circle between its ends.
    public var boundingCircle: (center: Coordinate, radiusMeters: Double) {
        let origin = exterior.first?.longitude ?? 0
        var (south, north, west, east) = (90.0, -90.0, 180.0, -180.0)
        for corner in exterior {
            let x = Self.shortWay(from: origin, to: corner.longitude)
            (west, east) = (min(west, x), max(east, x))
            (south, north) = (min(south, corner.latitude), max(north, corner.latitude))
        }
        var longitude = origin + (west + east) / 2
        if longitude > 180 { longitude -= 360 }
        if longitude < -180 { longitude += 360 }
        let center = Coordinate(uncheckedLatitude: (south + north) / 2, longitude: longitude)
        let middle = EarthPoint(center)
        let reach = exterior.reduce(0) { max($0, middle.distance(to: EarthPoint($1))) }
        // The bulge of an edge of length L at latitude φ is L² tan φ / 8R, under 1 % of L for edges of a few km at any
        // inhabited latitude.
        return (center, reach * 1.01 + 0.01)
    }
}
