/// Facts about the app that a configuration is for.
///
/// An unknown fact (`nil`) causes a warning only where an option depends on it; a fact that is known to be right
/// suppresses that warning, and one that is known to be wrong causes it even where no option was changed.
public struct AppFacts: Hashable, Sendable {
    /// Whether the `Info.plist` gives a reason for the motion service (`NSMotionUsageDescription`).
    public var hasMotionUsageDescription: Bool?
    /// Whether the app may use location in the background on iOS (`UIBackgroundModes` has `location`).
    public var hasLocationBackgroundMode: Bool?
    /// Whether the app may play sounds in the background on iOS (`UIBackgroundModes` has `audio`).
    public var hasAudioBackgroundMode: Bool?
    /// Whether the Android manifest requests Physical Activity (`ACTIVITY_RECOGNITION`).
    public var hasActivityRecognitionPermission: Bool?
    /// The phone's Android API level; 30 is Android 11.
    public var androidAPILevel: Int?
    /// Whether the app registers geofences.
    public var usesGeofences: Bool?
    /// Whether the app calls `startSchedule`.
    public var startsSchedule: Bool?

    /// An app without known facts.
    public init() {}

    /// The API level of Android 11, which removed "Allow all the time" from the system's dialog.
    static let android11 = 30
}
