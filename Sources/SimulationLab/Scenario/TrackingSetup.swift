package import RadarEngine
package import TrackingEngine

/// The options of an app on a tracking SDK.
package struct TrackingSetup: Hashable, Sendable {
    /// The configuration of the SDK that tracks by motion, besides the service's address and token.
    package var config = ConfigPatch()
    /// The options of the SDK that tracks by Radar's options; `nil` for the responsive preset of its platform.
    package var options: RadarTrackingOptions?

    /// Creates a setup with the SDK's defaults.
    package init() {}
}
