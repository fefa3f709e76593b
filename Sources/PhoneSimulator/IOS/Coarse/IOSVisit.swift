public import VisitModel

/// What the visit service tells an app: an arrival, and later the same stay again with its departure (`CLVisit`).
public struct IOSVisit: Hashable, Sendable {
    /// Where the member stays: the most exact reading of the rest.
    public let coordinate: Coordinate
    /// How exact that reading was: 68 % radius in metres.
    public let accuracyMeters: Double
    /// When the rest began.
    public let arrival: Timestamp
    /// When the member left; `nil` in the message of the arrival, where `CLVisit` has the distant future.
    public let departure: Timestamp?
    /// When the system knew; the app hears it then or later.
    public let decidedAt: Timestamp
}
