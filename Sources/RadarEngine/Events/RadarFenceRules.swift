internal import TrackingModel

/// When a reading on the phone enters, leaves and dwells in the server's geofences: what a project sets for all of them.
///
/// The defaults are the vendor's (Radar SDK for iOS, RadarSyncManager, RadarSdkConfiguration; the same on Android).
public struct RadarFenceRules: Hashable, Sendable, Codable {
    /// Whether a reading is inside, for an entry, as soon as its circle of accuracy touches the geofence
    /// (`bufferGeofenceEntries`); default true.
    public var buffersEntries: Bool
    /// Whether a reading is outside, for an exit, only when its whole circle of accuracy is (`bufferGeofenceExits`);
    /// default true.
    public var buffersExits: Bool
    /// Whether a device has to have stopped to enter a geofence that does not say (`stopDetection`); default false.
    public var needsStop: Bool
    /// After how many minutes inside a geofence that does not say a stay counts as a dwell
    /// (`defaultGeofenceDwellThreshold`); default 0, never.
    public var dwellMinutes: Double

    /// Makes rules.
    ///
    /// - Parameters:
    ///   - buffersEntries: whether accuracy counts towards an entry.
    ///   - buffersExits: whether accuracy counts against an exit.
    ///   - needsStop: whether a device has to have stopped to enter.
    ///   - dwellMinutes: after how many minutes a stay counts as a dwell; 0 for never.
    public init(
        buffersEntries: Bool = true,
        buffersExits: Bool = true,
        needsStop: Bool = false,
        dwellMinutes: Double = 0
    ) {
        self.buffersEntries = buffersEntries
        self.buffersExits = buffersExits
        self.needsStop = needsStop
        self.dwellMinutes = dwellMinutes
    }
}
