internal import TrackingModel
/// The project-wide rules by which the phone detects entries, exits and dwells in the server's geofences.
///
/// The defaults are the vendor's (Radar SDK for iOS, RadarSyncManager, RadarSdkConfiguration; the same on Android).
public struct RadarFenceRules: Hashable, Sendable, Codable {
    /// Whether a fix counts as inside, for an entry, as soon as its accuracy circle touches the geofence
    /// (`bufferGeofenceEntries`); default true.
    public var buffersEntries: Bool
    /// Whether a fix counts as outside, for an exit, only when its whole accuracy circle is outside
    /// (`bufferGeofenceExits`); default true.
    public var buffersExits: Bool
    /// Whether a device must have stopped to enter a geofence without its own setting (`stopDetection`); default false.
    public var needsStop: Bool
    /// The minutes after which a stay counts as a dwell, in a geofence without its own setting
    /// (`defaultGeofenceDwellThreshold`); default 0, never.
    public var dwellMinutes: Double

    /// Creates rules.
    ///
    /// - Parameters:
    ///   - buffersEntries: whether the accuracy is added to the geofence for an entry.
    ///   - buffersExits: whether the accuracy is added to the geofence for an exit.
    ///   - needsStop: whether a device must have stopped to enter.
    ///   - dwellMinutes: the minutes after which a stay counts as a dwell; 0 for never.
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
