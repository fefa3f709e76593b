public import VisitModel

/// What an app without Footfall does with the system's geofences: the ways in which such apps differ.
///
/// The defaults are those of the systems' own guides and sample code, read carefully; each field's other value is a habit
/// that the field complaints speak of.
public struct PlainAppHabits: Hashable, Sendable {
    /// Whether it registers its places again after a restart and an update (Android).
    public var hasBootReceiver = true
    /// Whether it registers its places again whenever its process starts, and with each background fetch.
    public var registersAtLaunch = false
    /// Whether it registers its places again when location was off, or Play services were missing.
    public var registersAfterLoss = false
    /// Whether the system is to tell of places that the phone is in already when they are registered (Android), or the app
    /// asks for that (iOS).
    public var asksForInside = true
    /// How it finds out that somebody stays.
    public var dwell = Dwell.timer
    /// Which places it registers.
    public var choice = Choice.nearestOnce
    /// When it watches; `nil` for always.
    public var schedule: DailyHours?

    /// How a plain app finds out that somebody stays.
    public enum Dwell: String, Hashable, Sendable, CaseIterable {
        /// By a timer in its process, which ends with that and stands still while the app is suspended.
        case timer
        /// By the system's loitering delay (Android).
        case system
    }

    /// Which places a plain app registers.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
        /// All of them, in one call.
        case all
        /// As many as the platform takes, the nearest by their centres at the first reading, and never others.
        case nearestOnce = "nearest_once"
        /// The same, chosen anew at every reading, however poor.
        case nearestAlways = "nearest_always"
    }

    /// Takes the defaults.
    public init() {}
}

/// The hours of each day in which something is done.
public struct DailyHours: Hashable, Sendable {
    /// When it begins, in seconds after midnight, 0..<86 400.
    public let startSeconds: Int
    /// When it ends, in the same way; before the beginning where it is the next day.
    public let endSeconds: Int
    /// Whose midnight it is.
    public let timeZone: TimeZoneName

    /// Names the hours.
    ///
    /// - Parameters:
    ///   - startSeconds: when they begin, in seconds after midnight; taken modulo a day.
    ///   - endSeconds: when they end, in the same way.
    ///   - timeZone: whose midnight it is.
    public init(startSeconds: Int, endSeconds: Int, timeZone: TimeZoneName) {
        self.startSeconds = ((startSeconds % 86_400) + 86_400) % 86_400
        self.endSeconds = ((endSeconds % 86_400) + 86_400) % 86_400
        self.timeZone = timeZone
    }

    /// Whether a time lies within the hours.
    ///
    /// - Parameter time: any time.
    /// - Returns: true from the beginning to the end, which is not part of them; a beginning that equals the end is a whole
    ///   day.
    public func contains(_ time: Timestamp) -> Bool {
        let second = time.secondOfDay(in: timeZone)
        if startSeconds < endSeconds { return (startSeconds..<endSeconds).contains(second) }
        return second >= startSeconds || second < endSeconds
    }
}
