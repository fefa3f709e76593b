public import VisitModel

/// A message of the visit service: an arrival, and later the same stay again with its departure (`CLVisit`).
public struct IOSVisit: Hashable, Sendable {
    /// The position of the stay: its most accurate fix.
    public let coordinate: Coordinate
    /// The accuracy of that fix: 68 % radius in metres.
    public let accuracyMeters: Double
    /// The start of the stay.
    public let arrival: Timestamp
    /// The time of departure; `nil` in the message of the arrival, where `CLVisit` has the distant future.
    public let departure: Timestamp?
    /// The time at which the system decided; the app receives the message then or later.
    public let decidedAt: Timestamp
}
