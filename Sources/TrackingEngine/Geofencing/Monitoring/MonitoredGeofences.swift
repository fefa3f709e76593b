internal import TrackingModel
public import VisitModel

/// Geofencing with any number of geofences on a phone that monitors few: chooses the monitored ones and detects
/// transitions.
///
/// One value for a phone's SDK: inputs are the app's calls, the configuration, fixes, the phone's transitions and its
/// failures; each returns a step. The value contains the whole state, so that it can be stored after each input and a
/// process can end at any time. The caller keeps one timer, at `needs.timer`, and calls `tick(at:)`; the next fix makes
/// up for a lost timer.
///
/// Where there are more geofences than slots, those are monitored of which the center lies nearest, within the
/// proximity radius plus the accuracy of the last fix; a geofence that the phone is in is kept. Transistor,
/// "Geofencing"; React Native issues 950 and 1054.
public struct MonitoredGeofences: Hashable, Sendable, Codable {
    /// How tracking uses geofences.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Not at all: tracking is off.
        case off
        /// Beside locations (`start`).
        case withLocations
        /// Alone (`startGeofences`).
        case geofencesOnly
    }

    /// The system's reason for not monitoring a requested region.
    public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// Too many regions; other parts of the app may have regions too.
        ///
        /// Android's 1001; iOS's error 5.
        case overLimit
        /// Location is off, or the permission is insufficient (Android's 1000 and 1004).
        case unavailable
        /// The region cannot be monitored, for instance because it is too large.
        case unfit
    }

    /// The phone's operating system.
    public let platform: Platform
    /// The limits and constants of the platform.
    public let profile: GeofencingProfile
    /// The rules from the configuration.
    public internal(set) var rules: GeofencingRules
    /// All geofences.
    public internal(set) var stored = StoredGeofences()
    /// How tracking uses the geofences.
    public internal(set) var mode = Mode.off
    /// Whether the phone is in the moving state.
    public internal(set) var isMoving = false
    /// Whether the phone's location services are on.
    public internal(set) var isAvailable = true
    /// The geofences that the phone was requested to monitor and does not, with the reason.
    public internal(set) var unwatched: [String: Refusal] = [:]
    /// The region of which the exit triggers the next choice; `nil` where none is needed.
    public internal(set) var helper: TrackedRegion?

    var watches = FenceWatches()
    /// The latest fix.
    var lastFix: Fix?
    /// The latest fix that is accurate enough to choose by.
    var rankingFix: Fix?
    /// When the last choice was made.
    var evaluatedAt: Timestamp?
    /// Whether a fix to choose by has arrived since.
    var hasNewFix = false
    /// Whether the next fix chooses, however recent the last choice is.
    var awaitsFix = false
    /// How many regions the phone accepted when it last refused some.
    var measuredSlots: Int?

    /// Creates the state of a phone without geofences; `profile` defaults to the documented values of the platform.
    public init(platform: Platform, rules: GeofencingRules, profile: GeofencingProfile? = nil) {
        self.platform = platform
        self.rules = rules
        self.profile = profile ?? GeofencingProfile(platform: platform)
    }

    /// The names of the monitored geofences, in byte order.
    public var active: [String] {
        watches.all.filter(\.value.isActive).keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// How many geofences can be monitored at a time.
    ///
    /// The least of the platform's slots, `maxMonitoredGeofences`, and the number that the phone accepted when it last
    /// refused some.
    public var slots: Int { min(profile.slots, rules.maxMonitored, measuredSlots ?? .max) }

    /// Whether only geofences near the phone are monitored.
    public var isBounded: Bool { rules.proximityRadiusMeters != nil || stored.count > slots }
}
