/// The radius of a circular geofence.
public struct Radius: Hashable, Sendable {
    /// The allowed radii in metres.
    ///
    /// Below a metre no phone can distinguish inside from outside; above 100 km a fence is a region and not a place.
    /// iOS refuses such a radius; Android has no limit.
    public static let allowedMeters = 1.0...100_000.0

    /// The radius in metres.
    public let meters: Double

    /// Creates a validated radius; throws code `radius` outside `allowedMeters`.
    public init(meters: Double) throws(ValidationError) {
        guard Self.allowedMeters.contains(meters) else {
            throw ValidationError(
                .radius,
                "radius \(meters) m is out of range, expected \(Int(Self.allowedMeters.lowerBound)) to "
                    + "\(Int(Self.allowedMeters.upperBound)) metres"
            )
        }
        self.meters = meters
    }

    private init(uncheckedMeters: Double) { self.meters = uncheckedMeters }

    /// The default radius of a facility: 150 m.
    ///
    /// Google's guide advises 100 to 150 m as the smallest radius that works everywhere, because Wi-Fi positioning is
    /// 20 to 50 m off.
    public static let standard = Radius(uncheckedMeters: 150)
}

extension Radius: Comparable {
    /// Orders by size.
    public static func < (lhs: Radius, rhs: Radius) -> Bool { lhs.meters < rhs.meters }
}
