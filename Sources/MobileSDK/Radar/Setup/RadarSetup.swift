internal import Foundation
public import TrackingEngine

/// What an app makes a `RadarClient` with.
public struct RadarSetup: Sendable {
    /// The key that the server knows the project by, sent as it is in `Authorization`; of Footfall's service a token of
    /// the role `ingest`.
    ///
    /// `nil` and an empty one are no key: every request ends with `errorPublishableKey` then, and none is made.
    public let publishableKey: String?
    /// The server's address without a path, for instance `https://footfall.example.com`.
    public let server: String
    /// The app, as the server is told.
    public var app: RadarAppIdentity
    /// Who made the phone, for instance `Apple`, as the server is told.
    public var deviceMake: String?
    /// Which model the phone is, for instance `iPhone15,2`, as the server is told.
    public var deviceModel: String?
    /// The device's id, as the server is told; `nil` takes the installation's.
    public var deviceID: String?
    /// The country of the phone's settings, two letters.
    public var country: String?
    /// The language of the phone's settings, for instance `en`.
    public var language: String?
    /// Where the vendor's code is followed rather than its documents.
    public var profile = RadarProfile.documented
    /// Who keeps trips.
    public var trips = RadarTripKeeping.localWhereUnknown
    /// Whether the phone is asked to wake the SDK at `startTrackingAfter` and `stopTrackingAfter`.
    ///
    /// The vendor's SDKs look at the two times only when something else makes them update. On Android the time is an inexact
    /// alarm, which starts the app; on iOS a timer, which a suspended app hears of when it is woken.
    public var wakesAtTimes = true
    /// Whether a region that the server names again, and that has not changed, is left as it is.
    ///
    /// The vendor's SDKs remove and add all at each answer. That starts a dwell anew, and iOS may refuse what was removed a
    /// moment ago.
    public var keepsEqualRegions = true

    /// Whether the state is kept only by `RadarClient.settle()`, as a simulation of months wants it, rather than after each
    /// thing that happens.
    package var keepsOnlyWhenSettled = false

    /// Checks and takes the server.
    ///
    /// - Parameters:
    ///   - publishableKey: the project's key.
    ///   - server: http or https, with a host; a slash at the end does no harm.
    ///   - app: the app, as the server is told.
    /// - Throws: `MobileSDKError` with code `configuration` for an address that can't be requested.
    public init(
        publishableKey: String?,
        server: String,
        app: RadarAppIdentity = RadarAppIdentity()
    ) throws(MobileSDKError) {
        guard let url = URL(string: server), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
        else {
            throw MobileSDKError(
                .configuration,
                "`\(server)` is no address of a server, expected one such as https://footfall.example.com"
            )
        }
        self.publishableKey = publishableKey.flatMap { $0.isEmpty ? nil : $0 }
        self.server = String(server.reversed().drop { $0 == "/" }.reversed())
        self.app = app
    }
}

/// Who keeps the trips of a device.
public enum RadarTripKeeping: String, Hashable, Sendable, CaseIterable {
    /// The server, where it knows trips. One that answers "not found" to a start knows none: then the trip is kept on the
    /// phone, and told to the server with each update (`tripOptions`). So does Footfall's own service.
    case localWhereUnknown = "local_where_unknown"
    /// The server alone, as with Radar's own: a start that it does not take changes nothing.
    case server
}
