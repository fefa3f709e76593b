internal import TrackingModel
public import VisitModel

/// Any number of geofences on a phone that watches few: which are watched, and what happened at them.
///
/// One value for a phone's SDK: inputs are the app's calls, the configuration, fixes, the phone's transitions and its
/// mishaps; each returns what follows. The whole state is in it, so that it can be stored after each input and a process
/// can end at any time. The caller keeps one timer, at `needs.timer`, and calls `tick(at:)`; a timer that is lost is made
/// up for by the next fix.
///
/// Of geofences above the number of slots those are watched whose centre lies nearest, within the proximity radius and the
/// accuracy of the last fix; but one that the phone is in is kept. Transistor, "Geofencing"; React Native issues 950 and
/// 1054.
public struct MonitoredGeofences: Hashable, Sendable, Codable {
    /// What tracking does with geofences.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// Nothing: tracking is off.
        case off
        /// They are watched beside locations (`start`).
        case withLocations
        /// They alone are watched (`startGeofences`).
        case geofencesOnly
    }

    /// Why the phone does not watch a region that it was asked to watch.
    public enum Refusal: String, Hashable, Sendable, Codable, CaseIterable {
        /// There are too many; other parts of the app may have regions too.
        ///
        /// Android's 1001; iOS's error 5.
        case overLimit
        /// Location is off, or the permission is not enough (Android's 1000 and 1004).
        case unavailable
        /// This one can't be watched, for instance because it is too large.
        case unfit
    }

    /// The phone's operating system.
    public let platform: Platform
    /// What the platform allows.
    public let profile: GeofencingProfile
    /// What the configuration says.
    public internal(set) var rules: GeofencingRules
    /// All geofences.
    public internal(set) var stored = StoredGeofences()
    /// What tracking does with them.
    public internal(set) var mode = Mode.off
    /// Whether the phone is in the moving state.
    public internal(set) var isMoving = false
    /// Whether the phone's location services are on.
    public internal(set) var isAvailable = true
    /// The geofences that the phone was asked to watch and does not.
    public internal(set) var unwatched: [String: Refusal] = [:]
    /// The region whose exit asks for the next choice; `nil` where none is wanted.
    public internal(set) var helper: TrackedRegion?

    var watches = FenceWatches()
    /// The latest fix.
    var lastFix: Fix?
    /// The latest fix that is good enough to choose by.
    var rankingFix: Fix?
    /// When the last choice was made.
    var evaluatedAt: Timestamp?
    /// Whether a fix to choose by has come since.
    var hasNewFix = false
    /// Whether the next fix chooses, however short the last choice is ago.
    var awaitsFix = false
    /// How many regions the phone took when it last refused some.
    var measuredSlots: Int?

    /// Makes a phone without geofences.
    ///
    /// - Parameters:
    ///   - platform: the phone's operating system.
    ///   - rules: what the configuration says.
    ///   - profile: what the platform allows; `nil` for the documented numbers.
    public init(platform: Platform, rules: GeofencingRules, profile: GeofencingProfile? = nil) {
        self.platform = platform
        self.rules = rules
        self.profile = profile ?? GeofencingProfile(platform: platform)
    }

    /// The names of the geofences that are watched, in the order of their bytes.
    public var active: [String] {
        watches.all.filter(\.value.isActive).keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// How many geofences can be watched at a time: the least of the platform's slots, `maxMonitoredGeofences`, and what
    /// the phone took when it last refused some.
    public var slots: Int { min(profile.slots, rules.maxMonitored, measuredSlots ?? .max) }

    /// Whether only geofences near the phone are watched.
    public var isBounded: Bool { rules.proximityRadiusMeters != nil || stored.count > slots }
}
