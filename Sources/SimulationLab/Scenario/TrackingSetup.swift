package import TrackingEngine

/// How an app on a tracking SDK tracks.
package struct TrackingSetup: Hashable, Sendable {
    /// What it hands to the SDK that tracks by motion, on top of the address and the token of the service.
    package var config = ConfigPatch()
    /// What it hands to the SDK that tracks by Radar's options; `nil` for the responsive preset of its platform.
    package var options: RadarTrackingOptions?

    /// An app that leaves all to the SDK's defaults.
    package init() {}
}
