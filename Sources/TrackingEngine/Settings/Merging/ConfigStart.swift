public import VisitModel

/// What `ready` does with the configuration that an earlier launch left behind.
public enum ConfigStart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The stored configuration with the given options on top.
    ///
    /// Transistor, BGGeo.ready: later launches load what was stored and merge what is given.
    case merged
    /// The documented defaults with the given options on top; what was stored is forgotten.
    ///
    /// Transistor, BGGeo.ready, `config.reset()`; Transistor types, Config.reset true.
    case fresh
    /// The stored configuration alone; the given options count at the first launch only.
    ///
    /// Transistor types, Config.reset false.
    case stored

    /// Takes the argument `reset` of `ready`.
    ///
    /// - Parameter reset: true begins with the defaults, false with what was stored.
    public init(reset: Bool) {
        self = reset ? .fresh : .merged
    }
}

extension TrackingConfig {
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
        let defaults = TrackingConfig(platform: platform)
        guard let stored = stored?.moved(to: platform) else { return defaults.applying(given) }
        switch given.reset.map(ConfigStart.init(reset:)) ?? start {
        case .merged: return stored.applying(given)
        case .fresh: return defaults.applying(given)
        case .stored: return stored
        }
    }
}
