internal import TrackingModel
public import VisitModel

/// A location update: a fix, and fields that only Radar's servers use.
public struct RadarLocation: Hashable, Sendable, Codable {
    /// The fix.
    public var fix: Fix
    /// The accuracy of the altitude in metres; `nil` where unknown.
    public var verticalAccuracyMeters: Double?
    /// The accuracy of the speed in metres per second; `nil` where unknown.
    public var speedAccuracy: Double?
    /// The accuracy of the course in degrees; `nil` where unknown.
    public var courseAccuracyDegrees: Double?
    /// The floor of the building (iOS); `nil` where unknown.
    public var floorLevel: Int?
    /// The beacons in range, by the server's ids.
    public var beaconIDs: [String]

    /// Creates an update.
    public init(
        _ fix: Fix,
        verticalAccuracyMeters: Double? = nil,
        speedAccuracy: Double? = nil,
        courseAccuracyDegrees: Double? = nil,
        floorLevel: Int? = nil,
        beaconIDs: [String] = []
    ) {
        self.fix = fix
        self.verticalAccuracyMeters = verticalAccuracyMeters
        self.speedAccuracy = speedAccuracy
        self.courseAccuracyDegrees = courseAccuracyDegrees
        self.floorLevel = floorLevel
        self.beaconIDs = beaconIDs
    }

    /// Whether the SDK accepts the update as a location.
    ///
    /// The vendor treats a coordinate of exactly 0 as a position that was never set, and iOS gives no accuracy where it
    /// has no position (Radar SDKs for iOS and Android, RadarUtils, valid location). Android's missing accuracy is
    /// replaced before this check.
    var isValid: Bool {
        fix.coordinate.latitude != 0 && fix.coordinate.longitude != 0 && fix.horizontalAccuracy != nil
    }

    /// The update with an accuracy of one kilometre in place of a missing one (Radar SDK for Android,
    /// RadarLocationManager handleLocation).
    var withAccuracyOfAndroid: RadarLocation {
        guard fix.horizontalAccuracy == nil else { return self }
        var location = self
        location.fix.horizontalAccuracy = RadarMotion.poorAccuracyMeters
        return location
    }
}
