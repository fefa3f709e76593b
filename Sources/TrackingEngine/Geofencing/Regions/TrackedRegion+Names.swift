public import VisitModel

extension TrackedRegion {
    /// The prefix of the names of geofences' regions on iOS.
    ///
    /// Transistor types, Geofence; the vendor's logs.
    public static let iosPrefix = "TSGeofenceManager:"
    /// The name of the stationary region, which the motion rules maintain.
    ///
    /// The vendor's logs.
    public static let stationaryID = "__STATIONARY_REGION__"
    /// The name of the region of which the exit triggers the next choice of geofences (Android).
    ///
    /// The name is Footfall's; the vendor's is not known.
    public static let helperID = "__PROXIMITY_REGION__"
    /// Names that no geofence can have.
    static let reservedIDs: Set<String> = [stationaryID, helperID]

    /// The name of a geofence's region: on Android the geofence's name, on iOS prefixed with `iosPrefix`.
    public static func id(of identifier: String, on platform: Platform) -> String {
        platform == .ios ? iosPrefix + identifier : identifier
    }

    /// The name of the geofence that a region belongs to.
    ///
    /// `nil` for a region of the SDK's own, and on iOS for a region of another part of the app.
    public static func identifier(ofRegion id: String, on platform: Platform) -> String? {
        guard !reservedIDs.contains(id) else { return nil }
        guard platform == .ios else { return id }
        return id.hasPrefix(iosPrefix) ? String(id.dropFirst(iosPrefix.count)) : nil
    }
}
