internal import TrackingModel
public import VisitModel

/// The server's geofences that the phone watches for Radar.
///
/// A transition of one is no event: it only wakes the app for an update, and the server decides.
///
/// Source: Radar SDK for iOS, RadarLocationManager replaceSyncedGeofences; Radar SDK for Android, RadarLocationManager
/// replaceSyncedGeofences.
public struct RadarSyncedFences: Hashable, Sendable, Codable {
    /// How many are watched on iOS: the system's 20 without the bubble.
    ///
    /// The vendor's SDK watches 9 while it watches beacons; here no beacon is watched, so that none costs a region.
    public static let iosLimit = 19
    /// How many are watched on Android at most: the system's 100 without the bubble.
    ///
    /// The server sends 10 by default.
    public static let androidLimit = 99

    /// The phone's operating system.
    public let platform: Platform
    /// Whether every answer of the server without a list empties the set (Android).
    ///
    /// The vendor's SDK calls its replacement at the end of every upload: one that failed, was put off or went as a
    /// replay brings no list, and leaves no fence until the next plain success. Off unless asked for.
    public let dropsWithoutList: Bool
    /// The names of the regions that are watched, in the server's order: the nearest first.
    public private(set) var ids: [String] = []

    /// Makes an empty set.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - dropsWithoutList: whether every answer without a list empties the set, as the vendor's SDK for Android has
    ///     it; nothing on iOS.
    public init(platform: Platform, dropsWithoutList: Bool = false) {
        self.platform = platform
        self.dropsWithoutList = dropsWithoutList && platform == .android
    }

    /// Takes the end of an upload.
    ///
    /// With a list, all regions go and those of the list come; the server's order is kept.
    ///
    /// - Parameters:
    ///   - list: the geofences near the device; `nil` where the answer has none, or there is no answer.
    ///   - succeeded: whether the server took the upload.
    ///   - options: the options in force.
    ///   - isTracking: whether tracking is on; an answer that comes after its end brings nothing.
    /// - Returns: what changes.
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

    /// Removes the regions where the options in force want none.
    ///
    /// - Parameter options: the options in force; `nil` where tracking is off.
    /// - Returns: what changes.
    public mutating func update(under options: RadarTrackingOptions?) -> RadarRegionChange {
        options?.syncGeofences.isOn == true ? RadarRegionChange() : remove()
    }

    /// Forgets the regions without a word to the phone, which has lost them already.
    public mutating func forget() {
        ids = []
    }

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

    private func region(
        _ index: Int,
        _ fence: RadarNearbyGeofence,
        _ options: RadarTrackingOptions
    ) -> RadarRegion {
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
