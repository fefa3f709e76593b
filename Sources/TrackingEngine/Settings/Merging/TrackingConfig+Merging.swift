public import VisitModel

extension TrackingConfig {
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
