/// Former and alternative names of options.
enum ConfigNames {
    /// The keys at the root of a document of version 4, with their current paths.
    ///
    /// Every option of a group had its own name there, except the tokens, which have always had their group, and those
    /// of `renamed`. Transistor, React Native SDK 4, Config.
    static let flat: [String: String] = {
        var names = renamed
        for option in ConfigOption.all where !option.path.hasPrefix("authorization.") {
            let parts = option.path.split(separator: ".").map(String.init)
            // For an object within a group its own name suffices: its members follow.
            guard parts.count >= 2, option.path != "http.timeout", option.path != "http.rootProperty" else { continue }
            names[parts[1]] = parts.prefix(2).joined(separator: ".")
        }
        return names
    }()

    /// Options that have another name today.
    private static let renamed: [String: String] = [
        "httpTimeout": "http.timeout",
        "httpRootProperty": "http.rootProperty",
        "speedJumpFilter": "geolocation.filter.maxImpliedSpeed",
        "desiredOdometerAccuracy": "geolocation.filter.odometerAccuracyThreshold",
    ]

    /// Options that documents contain in another group too.
    ///
    /// Transistor types, GeoConfig, lists the first two; the order concerns uploads as much as storage.
    static let moved: [String: String] = [
        "geolocation.disableStopDetection": "activity.disableStopDetection",
        "geolocation.stopOnStationary": "activity.stopOnStationary",
        "http.locationsOrderDirection": "persistence.locationsOrderDirection",
    ]
}
