public import MobileSDKCore
public import PhoneOS
internal import RadarEngine
public import RadarSDK
public import TrackingModel

/// Radar's tracking under the names of its reference of tracking options, over the phone that the app gives once.
///
/// ```swift
/// try Radar.use(phone, setup: RadarSetup(publishableKey: key, server: server), transport: transport)
/// Radar.startTracking(trackingOptions: RadarTrackingOptions.presetResponsive)
/// ```
///
/// Each call is one of `RadarClient`, whose comments describe it. Before `use` it ends the program with a message that
/// says so.
public enum Radar {
    private static let slot = PhoneSlot<RadarClient>(filledBy: "Radar.use(phone, setup: …, transport: …)")
    private static let failures = FailureReport<TrackingEngineError>(of: "Radar.startTracking")

    /// Gives Radar its phone, and resumes the tracking of the last process; to be called at each start of the app.
    ///
    /// Without a `transport` nothing is uploaded. A phone has one signal handler: an app uses either this, `BGGeo` or
    /// `AFCore` on it. A second call replaces the phone and ends all subscriptions.
    public static func use(_ phone: any PhoneOS, setup: RadarSetup, transport: (any UploadTransport)? = nil) {
        let client = RadarClient(
            phone: phone,
            setup: setup,
            transport: transport ?? NoTransport(call: "Radar.use(phone, setup: …, transport: …)")
        )
        slot.fill(client)
        client.resume()
    }

    /// The client behind these calls, for everything that the reference of tracking options does not show.
    public static var client: RadarClient { slot.filled }

    /// Starts background tracking, as `RadarClient.startTracking(trackingOptions:)`.
    ///
    /// Later changes of the options have no effect. Options of the other platform start nothing and reach `onFailure`.
    public static func startTracking(trackingOptions: RadarTrackingOptions) {
        do {
            try client.startTracking(trackingOptions: trackingOptions.values)
        } catch {
            failures.report(error)
        }
    }

    /// As `RadarClient.stopTracking()`.
    public static func stopTracking() { client.stopTracking() }

    /// As `RadarClient.isTracking`.
    public static func isTracking() -> Bool { client.isTracking }

    /// The effective options, as `RadarClient.getTrackingOptions()`; changes of the result have no effect.
    public static func getTrackingOptions() -> RadarTrackingOptions { RadarTrackingOptions(client.trackingOptions) }

    /// As `RadarClient.setForegroundServiceOptions(_:)`.
    public static func setForegroundServiceOptions(
        _ options: RadarTrackingOptions.RadarTrackingOptionsForegroundService
    ) {
        client.setForegroundServiceOptions(options)
    }

    /// Subscribes to failures of `startTracking`; without a subscription they are written to standard error.
    public static func onFailure(
        _ callback: @escaping @Sendable (TrackingEngineError) -> Void
    ) -> EventSubscription {
        failures.subscribe(callback)
    }
}
