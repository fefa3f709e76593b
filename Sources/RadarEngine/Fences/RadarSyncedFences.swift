internal import TrackingModel
public import VisitModel

/// The server's geofences that the phone monitors for Radar.
///
/// A transition of one is not an event: it only wakes the app for an update, and the server decides.
///
/// Source: Radar SDK for iOS, RadarLocationManager replaceSyncedGeofences; Radar SDK for Android, RadarLocationManager
/// replaceSyncedGeofences.
public struct RadarSyncedFences: Hashable, Sendable, Codable {
    /// The maximum number monitored on iOS: the system's 20 without the bubble.
    ///
    /// The vendor's SDK monitors 9 while it monitors beacons; here no beacon is monitored, so that none takes up a
    /// region.
    public static let iosLimit = 19
    /// The maximum number monitored on Android: the system's 100 without the bubble; the server sends 10 by default.
    public static let androidLimit = 99

    /// The phone's operating system.
    public let platform: Platform
    /// Whether every response without a list empties the set (Android); off by default.
    ///
    /// The vendor's SDK replaces the set at the end of every upload. An upload that failed, was postponed or was a
    /// replay has no list, so no fence remains until the next plain success.
    public let dropsWithoutList: Bool
    /// The identifiers of the monitored regions in the server's order, nearest first.
    public private(set) var ids: [String] = []

    /// Creates an empty set; `dropsWithoutList` is ignored on iOS.
    public init(platform: Platform, dropsWithoutList: Bool = false) {
        self.platform = platform
        self.dropsWithoutList = dropsWithoutList && platform == .android
    }

    /// Processes the end of an upload, and returns the regions to remove and add: a list replaces all in the server's
    /// order.
    ///
    /// `nil` is a response without a list, or none; `succeeded` means that the server accepted the upload. A response
    /// after the end of tracking adds nothing.
    public mutating func replace(
        _ list: [RadarNearbyGeofence]?,
        succeeded: Bool,
        under options: RadarTrackingOptions,
        isTracking: Bool
    ) -> RadarRegionChange {
        guard isTracking, options.syncGeofences.isOn else { return remove() }
        guard let list, succeeded else { return dropsWithoutList ? remove() : RadarRegionChange() }
        var change = remove()
        change.added = list.prefix(limit).enumerated().map { region($0.offset, $0.element, options) }
        ids = change.added.map(\.id)
        return change
    }

    /// Removes the regions if geofences are not synced; without options tracking is off.
    public mutating func update(under options: RadarTrackingOptions?) -> RadarRegionChange {
        options?.syncGeofences.isOn == true ? RadarRegionChange() : remove()
    }

    /// Clears the regions without removing them from the phone, which has lost them already.
    public mutating func forget() { ids = [] }

    private mutating func remove() -> RadarRegionChange {
        defer { ids = [] }
        return RadarRegionChange(removed: ids)
    }

    private var limit: Int {
        switch platform {
        case .ios: Self.iosLimit
        case .android: Self.androidLimit
        }
    }

    private func region(_ index: Int, _ fence: RadarNearbyGeofence, _ options: RadarTrackingOptions) -> RadarRegion {
        RadarRegion(
            id: platform == .ios ? fence.iosRegionID : "radar_sync_\(index)",
            center: fence.center,
            radiusMeters: fence.radiusMeters,
            transitions: platform == .ios ? [.enter, .exit] : [.enter, .exit, .dwell],
            initialTrigger: [],
            dwellDelay: platform == .ios ? .zero : options.dwellDelay
        )
    }
}
