/// The rule of the visit service for arrivals and departures.
///
/// Apple documents the content of a `CLVisit`, but not how it is detected. All numbers here are an assumption, in the
/// magnitudes of field reports: reported some minutes after the arrival, for places some hundred metres apart.
public struct VisitProfile: Hashable, Sendable {
    /// The maximum distance of a rest's fixes from its first one, in metres.
    ///
    /// 150: a building with its car park, plus the error of Wi-Fi positioning.
    public let radiusMeters: Double
    /// The minimum duration of a rest to be a visit, in seconds.
    ///
    /// 300: shorter stops, as at a light or a filling station, are seldom reported.
    public let restSeconds: Double
    /// The time that fixes must be away until a visit is over, in seconds.
    ///
    /// 120: longer than a burst of inaccurate fixes indoors.
    public let leaveSeconds: Double

    /// Creates a profile.
    ///
    /// - Parameters:
    ///   - radiusMeters: 0 or more; less becomes 0.
    ///   - restSeconds: 0 or more; less becomes 0.
    ///   - leaveSeconds: 0 or more; less becomes 0.
    public init(radiusMeters: Double = 150, restSeconds: Double = 300, leaveSeconds: Double = 120) {
        self.radiusMeters = max(0, radiusMeters)
        self.restSeconds = max(0, restSeconds)
        self.leaveSeconds = max(0, leaveSeconds)
    }
}
