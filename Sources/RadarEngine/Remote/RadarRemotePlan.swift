public import TrackingModel
public import VisitModel

/// The tracking options set in a project's dashboard, by operating system, environment and trip.
///
/// They override the options that the app sets in its code (Radar, "Tracking Options Reference", remote tracking
/// options).
public struct RadarRemotePlan: Hashable, Sendable, Codable {
    /// The devices that options apply to.
    public struct Target: Hashable, Sendable, Codable {
        /// The phone's operating system.
        public var platform: Platform
        /// The project's environment.
        public var environment: Environment
        /// Whether the options are for devices on a trip or for all others.
        public var isOnTrip: Bool

        /// Creates a target.
        public init(_ platform: Platform, _ environment: Environment, isOnTrip: Bool) {
            self.platform = platform
            self.environment = environment
            self.isOnTrip = isOnTrip
        }
    }

    /// A project's environment, equivalent to its test and live publishable keys.
    public typealias Environment = ProjectEnvironment

    private var slots: [Target: RadarTrackingOptions] = [:]

    /// Creates an empty plan.
    public init() {}

    /// Sets the options for a target; `nil` removes them, which leaves the choice to the app.
    ///
    /// Throws `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func set(_ options: RadarTrackingOptions?, for target: Target) throws(TrackingEngineError) {
        if let options { try options.check(for: target.platform) }
        slots[target] = options
    }

    /// The options for a device; `nil` leaves the choice to the app.
    ///
    /// On a trip the options for trips are used, and without them those for other devices.
    public func options(for target: Target) -> RadarTrackingOptions? {
        if let options = slots[target] { return options }
        guard target.isOnTrip else { return nil }
        return slots[Target(target.platform, target.environment, isOnTrip: false)]
    }

    /// The plan as the list that the server sends, from which the device chooses by itself: at most one entry for trips
    /// and one for any time.
    public func remoteOptions(_ platform: Platform, _ environment: Environment) -> [RadarRemoteOptions] {
        [(true, RadarRemoteOptions.Situation.onTrip), (false, .default)].compactMap { isOnTrip, situation in
            slots[Target(platform, environment, isOnTrip: isOnTrip)].map { RadarRemoteOptions(situation, $0) }
        }
    }
}
