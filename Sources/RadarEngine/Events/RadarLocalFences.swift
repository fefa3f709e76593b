import TrackingModel
import VisitModel

/// The server's geofences that the device is in, as far as the phone itself can determine.
///
/// Under `sync` `events` this decides which updates are uploaded. It creates no events: the server does so from the
/// update, and its response overrides the local state. A failed upload reverts the local state, so that the next update
/// is uploaded again.
///
/// Places and beacons are not considered: the responses to updates do not list those near the device.
///
/// Source: Radar SDK for iOS, RadarSyncManager; Radar SDK for Android, RadarSyncManager.
public struct RadarLocalFences: Hashable, Sendable, Codable {
    /// The rules for entries, exits and dwells.
    public let rules: RadarFenceRules
    /// The geofences of the server's last list; empty while they are not needed.
    public private(set) var fences: [RadarNearbyGeofence] = []
    /// The region that the list covers; `nil` without a list.
    public private(set) var region: RadarSyncedRegion?
    /// The geofences that the device is in, from the server's last response and the uploads since.
    var stays: [String: Stay] = [:]
    /// The same before the first upload still without a response.
    private var confirmed: [String: Stay]?

    /// The state of a stay in a geofence.
    struct Stay: Hashable, Sendable, Codable {
        /// When the phone detected its start; `nil` where only the server did.
        var enteredAt: Timestamp?
        /// Whether its dwell was uploaded.
        var hasDwelled = false
    }

    /// Creates the state of a phone without geofences.
    public init(rules: RadarFenceRules = RadarFenceRules()) {
        self.rules = rules
    }

    /// The ids of the geofences that the device is in.
    public var inside: Set<String> { Set(stays.keys) }

    /// Replaces the server's list.
    ///
    /// - Parameters:
    ///   - list: the geofences near the device; `nil` where the response has none, which keeps the last list.
    ///   - place: the position of the device in the uploaded update.
    ///   - options: the effective options; a list is kept only under `sync` `events` with the nearest geofences.
    mutating func replace(
        _ list: [RadarNearbyGeofence]?,
        around place: Coordinate?,
        under options: RadarTrackingOptions
    ) {
        guard options.sync == .events, options.syncGeofences == .nearest else {
            (fences, region) = ([], nil)
            return
        }
        guard let list, let place else { return }
        fences = list
        region = RadarSyncedRegion(around: place, list)
    }

    /// Records that an update is being sent: its observation holds until the response arrives.
    mutating func sent(_ look: RadarObservation) {
        guard look.stays != stays else { return }
        confirmed = confirmed ?? stays
        stays = look.stays
    }

    /// Records that the server accepted an update.
    ///
    /// - Parameter inside: the geofences that the server sees the device in; `nil` where the response does not say.
    mutating func answered(_ inside: Set<String>?) {
        confirmed = nil
        guard let inside else { return }
        stays = stays.filter { inside.contains($0.key) }
        for id in inside where stays[id] == nil { stays[id] = Stay() }
    }

    /// Records that an upload failed, which reverts the state.
    mutating func failed() {
        stays = confirmed ?? stays
        confirmed = nil
    }
}
