/// The apps and SDKs with a supported format.
package enum PhoneApp: String, Hashable, Sendable, CaseIterable {
    /// Footfall's own format: flat JSON objects, one, many or one a line.
    case footfall
    /// The Transistor Background Geolocation SDK.
    case transistor
    /// OwnTracks in its HTTP mode.
    case ownTracks = "owntracks"
    /// Traccar Client, and every other app with the OsmAnd protocol.
    case traccar
    /// Overland for iOS.
    case overland
    /// GPSLogger for Android with a custom URL.
    case gpsLogger = "gpslogger"
    /// The Radar SDKs, `POST /v1/track` and `POST /v1/track/replay`.
    case radar
}
