internal import TrackingModel
public import VisitModel

/// How `ready` uses the configuration stored by an earlier launch.
public enum ConfigStart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The stored configuration with the given options on top: `ready(reset: true)`, the default.
    ///
    /// Transistor, BGGeo.ready: later launches load the stored configuration and merge the given options.
    case merged
    /// The documented defaults with the given options on top; the stored configuration is dropped, as after
    /// `config.reset()`.
    ///
    /// Transistor, BGGeo.ready, second example.
    case fresh
    /// The stored configuration alone; the given options apply at the first launch only: `ready(reset: false)`.
    ///
    /// Transistor, React Native SDK, Config.reset.
    case stored

    /// Converts the argument `reset` of `ready`: whether the given options are applied over the stored configuration.
    public init(reset: Bool) {
        self = reset ? .merged : .stored
    }
}

extension TrackingConfig {
    /// The configuration to which the options of a launch are applied, and whether they are applied at all.
    ///
    /// `stored` is `nil` at the first launch.
    static func base(
        stored: TrackingConfig?,
        start: ConfigStart,
        platform: Platform
    ) -> (config: TrackingConfig, appliesGiven: Bool) {
        let defaults = TrackingConfig(platform: platform)
        guard let stored = stored?.moved(to: platform) else { return (defaults, true) }
        switch start {
        case .merged: return (stored, true)
        case .fresh: return (defaults, true)
        case .stored: return (stored, false)
        }
    }

    /// The configuration with which tracking gets ready.
    ///
    /// - Parameters:
    ///   - stored: the configuration of the previous launch; `nil` at the first launch. One for another platform
    ///     is converted to this one.
    ///   - given: the options that the app sets.
    ///   - start: how the stored configuration is used; `reset` in the document overrides it.
    ///   - platform: the phone's operating system.
    /// - Returns: the configuration to use and to store.
    public static func ready(
        stored: TrackingConfig?,
        given: ConfigPatch,
        start: ConfigStart,
        platform: Platform
    ) -> TrackingConfig {
        let start = given.reset.map(ConfigStart.init(reset:)) ?? start
        let (base, appliesGiven) = base(stored: stored, start: start, platform: platform)
        return appliesGiven ? base.applying(given) : base
    }
}
