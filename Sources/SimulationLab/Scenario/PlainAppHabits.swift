package import VisitModel

/// What an app without Footfall does with the system's geofences: the ways in which such apps differ.
///
/// The defaults are those of the systems' own guides and sample code, read carefully; each field's other value is a habit
/// that the field complaints speak of.
package struct PlainAppHabits: Hashable, Sendable {
    /// Whether it registers its places again after a restart and an update (Android).
    package var hasBootReceiver = true
    /// Whether it registers its places again whenever its process starts, and with each background fetch.
    package var registersAtLaunch = false
    /// Whether it registers its places again when location was off, or Play services were missing.
    package var registersAfterLoss = false
    /// Whether the system is to tell of places that the phone is in already when they are registered (Android), or the app
    /// asks for that (iOS).
    package var asksForInside = true
    /// How it finds out that somebody stays.
    package var dwell = Dwell.timer
    /// Which places it registers.
    package var choice = Choice.nearestOnce
    /// When it watches; `nil` for always.
    package var schedule: DailyHours?

    /// How a plain app finds out that somebody stays.
    package enum Dwell: String, Hashable, Sendable, CaseIterable {
        /// By a timer in its process, which ends with that and stands still while the app is suspended.
        case timer
        /// By the system's loitering delay (Android).
        case system
    }

    /// Which places a plain app registers.
    package enum Choice: String, Hashable, Sendable, CaseIterable {
        /// All of them, in one call.
        case all
        /// As many as the platform takes, the nearest by their centres at the first reading, and never others.
        case nearestOnce = "nearest_once"
        /// The same, chosen anew at every reading, however poor.
        case nearestAlways = "nearest_always"
    }

    /// Takes the defaults.
    package init() {}
}

/// The hours of each day in which something is done.
package struct DailyHours: Hashable, Sendable {
    /// When it begins, in seconds after midnight, 0..<86 400.
    package let startSeconds: Int
    /// When it ends, in the same way; before the beginning where it is the next day.
    package let endSeconds: Int
    /// Whose midnight it is.
    package let timeZone: TimeZoneName

    /// Names the hours.
    ///
    /// - Parameters:
    ///   - startSeconds: when they begin, in seconds after midnight; taken modulo a day.
    ///   - endSeconds: when they end, in the same way.
    ///   - timeZone: whose midnight it is.
    package init(startSeconds: Int, endSeconds: Int, timeZone: TimeZoneName) {
        self.startSeconds = ((startSeconds % 86_400) + 86_400) % 86_400
        self.endSeconds = ((endSeconds % 86_400) + 86_400) % 86_400
        self.timeZone = timeZone
    }

    /// Whether a time lies within the hours.
    ///
    /// - Parameter time: any time.
    /// - Returns: true from the beginning to the end, which is not part of them; a beginning that equals the end is a whole
    ///   day.
    package func contains(_ time: Timestamp) -> Bool {
        let second = time.secondOfDay(in: timeZone)
        if startSeconds < endSeconds { return (startSeconds..<endSeconds).contains(second) }
        return second >= startSeconds || second < endSeconds
    }
}
