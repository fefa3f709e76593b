internal import TrackingModel
public import VisitModel

/// How `ready` uses the configuration stored by an earlier launch.
public enum ConfigStart: String, Hashable, Sendable, Codable, CaseIterable {
    /// The stored configuration with the given options on top: `ready(reset: true)`, the default.
    ///
    /// Transistor, BGGeo.ready: later launches load the stored configuration and merge the given options.
    case merged
    /// Defaults and given options without the stored ones: `config.reset()` (Transistor, BGGeo.ready, second example).
    case fresh
    /// The stored configuration alone; the given options apply at the first launch only: `ready(reset: false)`.
    ///
    /// Transistor, React Native SDK, Config.reset.
    case stored

    /// Converts the argument `reset` of `ready`: whether the given options are applied over the stored configuration.
    public init(reset: Bool) { self = reset ? .merged : .stored }
}

extension TrackingConfig {
    /// The configuration for the options of a launch, and whether they apply; `stored` is `nil` at the first launch.
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

    /// The configuration with which tracking gets ready, to use and to store.
    ///
    /// `stored` is that of the previous launch, `nil` at the first one; one for another platform is converted to this
    /// one. `reset` in the document overrides `start`.
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

    /// The configuration with some options changed: `batchUpdate`, and the remote command `setConfig`.
    ///
    /// An option that contains one of the app's own objects (`http.headers`, `http.params`, `persistence.extras` …) is
    /// replaced as a whole. Transistor, BGGeo, "Configuration" and AppConfig, "Update later at runtime".
    public func applying(_ patch: ConfigPatch) -> TrackingConfig {
        var config = self
        for option in ConfigOption.all {
            guard let value = patch[option.path] else { continue }
            // The patch has validated the type.
            try? option.set(value, in: &config)
        }
        return config
    }

    /// The options in which the configuration differs from another one, of any platform.
    ///
    /// The patch has the values of this configuration: applied to the other one it gives this one's options.
    public func changes(from other: TrackingConfig) -> ConfigPatch {
        var patch = ConfigPatch()
        for option in ConfigOption.all where option.value(in: self) != option.value(in: other) {
            patch.copy(option, from: self)
        }
        return patch
    }

    /// The options that are not at the documented defaults of the configuration's platform.
    public var changes: ConfigPatch { changes(from: TrackingConfig(platform: platform)) }

    /// The configuration converted to a platform: that platform's defaults with the changed options on top.
    public func moved(to platform: Platform) -> TrackingConfig {
        platform == self.platform ? self : TrackingConfig(platform: platform).applying(changes)
    }
}
