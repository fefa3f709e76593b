public import TrackingModel
public import VisitModel

/// The tracking options that a project's dashboard sets, by operating system, environment and trip.
///
/// What is set here overrides what the app sets in its code (Radar, "Tracking Options Reference", remote tracking
/// options).
public struct RadarRemotePlan: Hashable, Sendable, Codable {
    /// Whom options are for.
    public struct Target: Hashable, Sendable, Codable {
        /// The phone's operating system.
        public var platform: Platform
        /// Which of the project's two worlds.
        public var environment: Environment
        /// Whether for devices on a trip, or for those that are not.
        public var isOnTrip: Bool

        /// Makes a target.
        ///
        /// - Parameters:
        ///   - platform: the phone's operating system.
        ///   - environment: which of the project's two worlds.
        ///   - isOnTrip: whether for devices on a trip.
        public init(_ platform: Platform, _ environment: Environment, isOnTrip: Bool) {
            self.platform = platform
            self.environment = environment
            self.isOnTrip = isOnTrip
        }
    }

    /// A project's two worlds, which its two publishable keys stand for.
    public typealias Environment = ProjectEnvironment

    private var slots: [Target: RadarTrackingOptions] = [:]

    /// Makes a plan that sets nothing.
    public init() {}

    /// Sets options, a preset or custom ones; `nil` sets none, and leaves it to the app.
    ///
    /// - Parameters:
    ///   - options: the options.
    ///   - target: whom they are for.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    public mutating func set(_ options: RadarTrackingOptions?, for target: Target) throws(TrackingEngineError) {
        if let options {
            try options.check(for: target.platform)
        }
        slots[target] = options
    }

    /// The options for a device, where the plan has any.
    ///
    /// On a trip those for trips count, and without them those for no trip.
    ///
    /// - Parameter target: the device.
    /// - Returns: the options; `nil` leaves it to the app.
    public func options(for target: Target) -> RadarTrackingOptions? {
        if let options = slots[target] { return options }
        guard target.isOnTrip else { return nil }
        return slots[Target(target.platform, target.environment, isOnTrip: false)]
    }

    /// The same as the list that the server sends, from which the device chooses by itself.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - environment: which of the project's two worlds.
    /// - Returns: at most one for trips and one for any time.
    public func remoteOptions(_ platform: Platform, _ environment: Environment) -> [RadarRemoteOptions] {
        [(true, RadarRemoteOptions.Situation.onTrip), (false, .default)].compactMap { isOnTrip, situation in
            slots[Target(platform, environment, isOnTrip: isOnTrip)].map { RadarRemoteOptions(situation, $0) }
        }
    }
}

extension RadarTrackingOptions {
    /// Refuses options that were made for the other platform.
    ///
    /// - Parameter platform: the phone's operating system.
    /// - Throws: `TrackingEngineError` with code `options`.
    public func check(for platform: Platform) throws(TrackingEngineError) {
        guard self.platform == platform else {
            throw TrackingEngineError(
                .options,
                "the options are for \(self.platform.rawValue) and the device runs \(platform.rawValue); make "
                    + "them with `RadarTrackingOptions(platform: .\(platform.rawValue))`"
            )
        }
    }
}
