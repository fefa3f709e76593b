public import MobileSDKCore
public import RadarEngine
internal import Foundation
public import VisitModel

/// The configuration of a `RadarClient`.
public struct RadarSetup: Sendable {
    /// The project's key, sent unchanged in `Authorization`; for Footfall's service a token of the role `ingest`.
    ///
    /// `nil` and an empty key count as none: every call ends with `errorPublishableKey` then, and no request is made.
    public let publishableKey: String?
    /// The server's URL without a path, for instance `https://footfall.example.com`.
    public let server: String
    /// The identity of the app in requests.
    public var app: RadarAppIdentity
    /// The manufacturer of the phone in requests, for instance `Apple`.
    public var deviceMake: String?
    /// The model of the phone in requests, for instance `iPhone15,2`.
    public var deviceModel: String?
    /// The device's id in requests; `nil` for the installation's.
    public var deviceID: String?
    /// The country of the phone's settings, two letters.
    public var country: String?
    /// The language of the phone's settings, for instance `en`.
    public var language: String?
    /// The deviations from the vendor's documents in favour of its code.
    public var profile = RadarProfile.documented
    /// Where trips are kept.
    public var trips = RadarTripStorage.localWhereUnknown
    /// Whether the phone wakes the SDK at `startTrackingAfter` and `stopTrackingAfter`.
    ///
    /// The vendor's SDKs check the two times only when something else causes an update. On Android the time is an
    /// inexact alarm, which starts the app. On iOS it is a timer, which fires for a suspended app when it is woken.
    public var wakesAtTimes = true
    /// Whether an unchanged region in the server's response stays untouched.
    ///
    /// The vendor's SDKs remove and add all regions at each response. That restarts a dwell, and iOS may refuse what
    /// was removed a moment ago.
    public var keepsEqualRegions = true

    /// Whether the state is stored only by `RadarClient.flush()`, for a simulation of months, instead of after each
    /// change.
    package var keepsOnlyWhenSettled = false

    /// Validates the server's URL and creates a configuration.
    ///
    /// `server` is an http or https URL with a host; a trailing slash is allowed. Throws `MobileSDKError` with code
    /// `configuration` for any other.
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
                "`\(server)` is not a server address, expected one such as https://footfall.example.com"
            )
        }
        self.publishableKey = publishableKey.flatMap { $0.isEmpty ? nil : $0 }
        self.server = String(server.reversed().drop { $0 == "/" }.reversed())
        self.app = app
    }
}

/// Where the trips of a device are kept.
public enum RadarTripStorage: String, Hashable, Sendable, CaseIterable {
    /// On the server, if it supports trips, otherwise on the phone.
    ///
    /// If the server answers "not found" to a start, as Footfall's own service does, the trip is kept on the phone and
    /// sent with each update (`tripOptions`).
    case localWhereUnknown = "local_where_unknown"
    /// On the server alone, as with Radar's own: a start that it rejects changes nothing.
    case server
}
