internal import TrackingModel
public import VisitModel

/// A region that the phone is asked to watch for the SDK's geofences.
public struct TrackedRegion: Hashable, Sendable, Codable, Identifiable {
    /// The region's name.
    public let id: String
    /// The middle of the circle.
    public let center: Coordinate
    /// The circle's radius in metres, more than 0.
    public let radiusMeters: Double
    /// Which transitions are told.
    public let transitions: Transitions
    /// Which are told of the state that the phone is in at the addition.
    ///
    /// Android has this; of iOS the state is asked for instead (`GeofencingStep.asked`).
    public let initialTrigger: Transitions
    /// How long the phone has to stay inside until a dwell is told (Android).
    public let loiteringDelay: Duration

    /// Kinds of transitions, with Android's bits: enter 1, exit 2, dwell 4.
    public struct Transitions: OptionSet, Hashable, Sendable, Codable {
        /// The bits.
        public let rawValue: Int

        /// Takes bits.
        ///
        /// - Parameter rawValue: the bits.
        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Going in.
        public static let enter = Transitions(rawValue: 1)
        /// Going out.
        public static let exit = Transitions(rawValue: 2)
        /// Having stayed inside (Android).
        public static let dwell = Transitions(rawValue: 4)
    }
}
