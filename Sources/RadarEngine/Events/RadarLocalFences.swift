import TrackingModel
import VisitModel

/// Which of the server's geofences the device is in, as far as the phone itself can tell.
///
/// Under `sync` `events` it decides which updates are uploaded. It makes no events: the server does, from the update, and
/// its answer overrides what is thought here. A failed upload takes back what was thought with it, so that the next update
/// is one for the server again.
///
/// Places and beacons are not looked at: the answers to updates name none of them near the device.
///
/// Source: Radar SDK for iOS, RadarSyncManager; Radar SDK for Android, RadarSyncManager.
public struct RadarLocalFences: Hashable, Sendable, Codable {
    /// When a reading enters, leaves and dwells.
    public let rules: RadarFenceRules
    /// The geofences of the server's last list; empty while they are not needed.
    public private(set) var fences: [RadarNearbyGeofence] = []
    /// Where that list holds; `nil` without one.
    public private(set) var region: RadarSyncedRegion?
    /// The geofences that the device is in: by the server's last word, and by what was uploaded since.
    var stays: [String: Stay] = [:]
    /// The same before the first upload that has no answer yet.
    private var confirmed: [String: Stay]?

    /// What is known of a stay in a geofence.
    struct Stay: Hashable, Sendable, Codable {
        /// When the phone saw it begin; `nil` where only the server has.
        var enteredAt: Timestamp?
        /// Whether its dwell was uploaded.
        var hasDwelled = false
    }

    /// Makes the state of a phone that knows of no geofence.
    ///
    /// - Parameter rules: when a reading enters, leaves and dwells.
    public init(rules: RadarFenceRules = RadarFenceRules()) {
        self.rules = rules
    }

    /// The ids of the geofences that the device is in.
    public var inside: Set<String> { Set(stays.keys) }

    /// Takes the server's list.
    ///
    /// - Parameters:
    ///   - list: the geofences near the device; `nil` where the answer has none, which leaves the last one.
    ///   - place: where the device was that the answer is about.
    ///   - options: the options in force; a list is kept only while it decides, and only where it names the nearest.
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

    /// Takes that an update goes to the server: what the phone saw in it holds, until the answer comes.
    mutating func sent(_ look: RadarObservation) {
        guard look.stays != stays else { return }
        confirmed = confirmed ?? stays
        stays = look.stays
    }

    /// Takes that the server took an update.
    ///
    /// - Parameter inside: the geofences that it sees the device in; `nil` where it does not say.
    mutating func answered(_ inside: Set<String>?) {
        confirmed = nil
        guard let inside else { return }
        stays = stays.filter { inside.contains($0.key) }
        for id in inside where stays[id] == nil { stays[id] = Stay() }
    }

    /// Takes that an update did not reach the server.
    mutating func failed() {
        stays = confirmed ?? stays
        confirmed = nil
    }
}
