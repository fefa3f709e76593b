public import VisitModel

/// A reading of the operating system's own positioning, from which it decides about regions.
///
/// Apps do not see these readings, except the one that a transition comes with.
public struct SystemReading: Hashable, Sendable {
    /// When it was taken.
    public let time: Timestamp
    /// Where the phone believes to be.
    public let coordinate: Coordinate
    /// 68 % radius in metres; negative or not a number where the system does not know.
    public let accuracyMeters: Double

    /// Makes a reading.
    ///
    /// - Parameters:
    ///   - time: when it was taken.
    ///   - coordinate: where the phone believes to be.
    ///   - accuracyMeters: 68 % radius in metres.
    public init(time: Timestamp, coordinate: Coordinate, accuracyMeters: Double) {
        self.time = time
        self.coordinate = coordinate
        self.accuracyMeters = accuracyMeters
    }
}
