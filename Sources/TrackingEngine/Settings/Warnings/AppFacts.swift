/// What is known of the app that a configuration is for.
///
/// A fact that is not known (`nil`) gives a warning only where an option asks for it; one that is known to be right
/// silences that warning, one that is known to be wrong is warned of even where no option was touched.
public struct AppFacts: Hashable, Sendable {
    /// The app says in its `Info.plist` why it wants the motion service (`NSMotionUsageDescription`).
    public var hasMotionUsageDescription: Bool?
    /// The app may use location in the background on iOS (`UIBackgroundModes` has `location`).
    public var hasLocationBackgroundMode: Bool?
    /// The app may play sounds in the background on iOS (`UIBackgroundModes` has `audio`).
    public var hasAudioBackgroundMode: Bool?
    /// The app asks for Physical Activity in its Android manifest (`ACTIVITY_RECOGNITION`).
    public var hasActivityRecognitionPermission: Bool?
    /// The phone's API level of Android; 30 is Android 11.
    public var androidAPILevel: Int?
    /// The app registers geofences.
    public var usesGeofences: Bool?
    /// The app calls `startSchedule`.
    public var startsSchedule: Bool?

    /// An app of which nothing is known.
    public init() {}

    /// The API level of Android 11, which took "Allow all the time" out of the system's dialog.
    static let android11 = 30
}
