internal import TrackingModel
public import VisitModel

/// What `ready` does with the configuration that an earlier launch left behind.
public enum ConfigStart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The stored configuration with the given options on top: `ready(reset: true)`, the default.
    ///
    /// Transistor, BGGeo.ready: later launches load what was stored and merge what is given.
    case merged
    /// The documented defaults with the given options on top; what was stored is forgotten, as after `config.reset()`.
    ///
    /// Transistor, BGGeo.ready, second example.
    case fresh
    /// The stored configuration alone; the given options count at the first launch only: `ready(reset: false)`.
    ///
    /// Transistor, React Native SDK, Config.reset.
    case stored

    /// Takes the argument `reset` of `ready`.
    ///
    /// - Parameter reset: whether the given options are applied over what was stored.
    public init(reset: Bool) {
        self = reset ? .merged : .stored
    }
}

extension TrackingConfig {
    /// What the options of a launch are applied to.
    ///
    /// - Parameters:
    ///   - stored: what the launch before left behind; `nil` at the first launch.
    ///   - start: what is done with what was stored.
    ///   - platform: the phone's.
    /// - Returns: the configuration, and whether options that are given count.
    static func base(
        stored: TrackingConfig?,
        start: ConfigStart,
        platform: Platform
    ) -> (config: TrackingConfig, takesGiven: Bool) {
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
    ///   - stored: what the launch before left behind; `nil` at the first launch. What is stored for another platform
    ///     is moved to this one.
    ///   - given: the options that the app sets.
    ///   - start: what is done with what was stored; what `reset` in the document says goes before it.
    ///   - platform: the phone's.
    /// - Returns: the configuration to use and to store.
    public static func ready(
        stored: TrackingConfig?,
        given: ConfigPatch,
        start: ConfigStart,
        platform: Platform
    ) -> TrackingConfig {
        let start = given.reset.map(ConfigStart.init(reset:)) ?? start
        let (base, takesGiven) = base(stored: stored, start: start, platform: platform)
        return takesGiven ? base.applying(given) : base
    }
}
