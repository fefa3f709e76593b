public import VisitModel

/// A fix of the operating system's own positioning, from which it decides about regions.
///
/// Apps do not receive these fixes, except the one of a transition.
public struct SystemReading: Hashable, Sendable {
    /// The timestamp.
    public let time: Timestamp
    /// The position.
    public let coordinate: Coordinate
    /// The accuracy, a 68 % radius in metres; negative or NaN if it is unknown.
    public let accuracyMeters: Double

    /// Creates a fix.
    ///
    /// - Parameters:
    ///   - time: the timestamp.
    ///   - coordinate: the position.
    ///   - accuracyMeters: a 68 % radius in metres; negative or NaN if it is unknown.
    public init(time: Timestamp, coordinate: Coordinate, accuracyMeters: Double) {
        self.time = time
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
    }
}
