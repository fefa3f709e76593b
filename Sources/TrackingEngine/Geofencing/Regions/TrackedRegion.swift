internal import TrackingModel
public import VisitModel

/// A region that the phone is requested to monitor for the SDK's geofences.
public struct TrackedRegion: Hashable, Sendable, Codable, Identifiable {
    /// The region's name.
    public let id: String
    /// The center of the circle.
    public let center: Coordinate
    /// The circle's radius in metres, more than 0.
    public let radiusMeters: Double
    /// The transitions that are reported.
    public let transitions: Transitions
    /// The transitions that are reported for the phone's state at the addition.
    ///
    /// Android supports this; on iOS the state is queried instead (`GeofencingStep.asked`).
    public let initialTrigger: Transitions
    /// How long the phone has to stay inside until a dwell is reported (Android).
    public let loiteringDelay: Duration

    /// Kinds of transitions, with Android's bits: enter 1, exit 2, dwell 4.
    public struct Transitions: OptionSet, Hashable, Sendable, Codable {
        /// The bits.
        public let rawValue: Int

        /// Creates a set from its bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// An entry.
        public static let enter = Transitions(rawValue: 1)
        /// An exit.
        public static let exit = Transitions(rawValue: 2)
        /// A dwell (Android).
        public static let dwell = Transitions(rawValue: 4)
    }
}
