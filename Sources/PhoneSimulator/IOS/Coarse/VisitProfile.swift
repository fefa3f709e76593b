/// When the visit service takes a member for having arrived and left.
///
/// Apple says what a `CLVisit` holds, and not how it is found; all numbers here are our assumption, in the sizes that
/// field reports of visits speak of: told some minutes after the arrival, for places some hundred metres apart.
public struct VisitProfile: Hashable, Sendable {
    /// How far from the first reading of a rest the others may lie, in metres.
    ///
    /// 150: a building with its car park, and the error of Wi-Fi positioning on top.
    public let radiusMeters: Double
    /// How long a rest has to last until it is a visit, in seconds.
    ///
    /// 300: shorter stops, as at a light or a filling station, are seldom told of.
    public let restSeconds: Double
    /// How long readings have to stay away until a visit is over, in seconds.
    ///
    /// 120: longer than a burst of bad readings indoors.
    public let leaveSeconds: Double

    /// Makes a profile.
    ///
    /// - Parameters:
    ///   - radiusMeters: 0 or more; less is taken as 0.
    ///   - restSeconds: 0 or more; less is taken as 0.
    ///   - leaveSeconds: 0 or more; less is taken as 0.
    public init(radiusMeters: Double = 150, restSeconds: Double = 300, leaveSeconds: Double = 120) {
        self.radiusMeters = max(0, radiusMeters)
        self.restSeconds = max(0, restSeconds)
        self.leaveSeconds = max(0, leaveSeconds)
    }
}
