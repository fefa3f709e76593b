internal import TrackingModel
public import VisitModel

/// A location update as Radar handles it: a fix, and what only Radar's servers want to know of it.
public struct RadarLocation: Hashable, Sendable, Codable {
    /// The reading.
    public var fix: Fix
    /// How exact the altitude is, in metres; `nil` where unknown.
    public var verticalAccuracyMeters: Double?
    /// How exact the speed is, in metres a second; `nil` where unknown.
    public var speedAccuracy: Double?
    /// How exact the course is, in degrees; `nil` where unknown.
    public var courseAccuracyDegrees: Double?
    /// The floor of the building (iOS); `nil` where unknown.
    public var floorLevel: Int?
    /// The beacons in reach, by the ids that the server gave them.
    public var beaconIDs: [String]

    /// Makes an update.
    ///
    /// - Parameters:
    ///   - fix: the reading.
    ///   - verticalAccuracyMeters: of the altitude.
    ///   - speedAccuracy: of the speed, in metres a second.
    ///   - courseAccuracyDegrees: of the course.
    ///   - floorLevel: the floor of the building.
    ///   - beaconIDs: the beacons in reach.
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

    /// Whether the SDK takes it for a location at all.
    ///
    /// A coordinate of exactly 0 is a position that was never set, to the vendor, and iOS gives no accuracy where it
    /// has no position (Radar SDKs for iOS and Android, RadarUtils, valid location). Android's missing accuracy is
    /// handled before.
    var isValid: Bool {
        fix.coordinate.latitude != 0 && fix.coordinate.longitude != 0 && fix.horizontalAccuracy != nil
    }

    /// The update with a kilometre in place of an accuracy that Android does not know (Radar SDK for Android,
    /// RadarLocationManager handleLocation).
    var withAccuracyOfAndroid: RadarLocation {
        guard fix.horizontalAccuracy == nil else { return self }
        var location = self
        location.fix.horizontalAccuracy = RadarMotion.poorAccuracyMeters
        return location
    }
}
