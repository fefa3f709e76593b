public import VisitModel

extension TrackedRegion {
    /// What the names of geofences' regions begin with on iOS.
    ///
    /// Transistor types, Geofence; the vendor's logs.
    public static let iosPrefix = "TSGeofenceManager:"
    /// The name of the region round the place of a stop, which the motion rules keep.
    ///
    /// The vendor's logs.
    public static let stationaryID = "__STATIONARY_REGION__"
    /// The name of the region whose exit asks for the next choice of geofences (Android); ours, the vendor's is not known.
    public static let helperID = "__PROXIMITY_REGION__"
    /// Names that no geofence can have.
    static let reservedIDs: Set<String> = [stationaryID, helperID]

    /// The name of a geofence's region.
    ///
    /// - Parameters:
    ///   - identifier: the geofence's name.
    ///   - platform: the phone's operating system.
    /// - Returns: on Android the same, on iOS with `iosPrefix`.
    public static func id(of identifier: String, on platform: Platform) -> String {
        platform == .ios ? iosPrefix + identifier : identifier
    }

    /// The geofence that a region belongs to.
    ///
    /// - Parameters:
    ///   - id: the region's name.
    ///   - platform: the phone's operating system.
    /// - Returns: the geofence's name; `nil` for a region of the SDK's own, and on iOS for another part of the app's.
    public static func identifier(ofRegion id: String, on platform: Platform) -> String? {
        guard !reservedIDs.contains(id) else { return nil }
        guard platform == .ios else { return id }
        return id.hasPrefix(iosPrefix) ? String(id.dropFirst(iosPrefix.count)) : nil
    }
}
