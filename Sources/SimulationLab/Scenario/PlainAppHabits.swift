package import VisitModel

/// The ways in which apps without Footfall differ in using the OS's geofences.
///
/// The defaults are those of the platforms' own guides and sample code, read carefully; each field's other value is a
/// habit from the field complaints.
package struct PlainAppHabits: Hashable, Sendable {
    /// Whether it registers its places again after a restart and an update (Android).
    package var hasBootReceiver = true
    /// Whether it registers its places again whenever its process starts, and with each background fetch.
    package var registersAtLaunch = false
    /// Whether it registers its places again when location was off, or Play services were missing.
    package var registersAfterLoss = false
    /// Whether a place that the phone is already in at registration is reported.
    ///
    /// Android does it by the initial trigger; on iOS the app requests the region's state.
    package var asksForInside = true
    /// How it detects a dwell.
    package var dwell = Dwell.timer
    /// Which places it registers.
    package var choice = Choice.nearestOnce
    /// The hours in which it monitors; `nil` for always.
    package var schedule: DailyHours?

    /// How a plain app detects a dwell.
    package enum Dwell: String, Hashable, Sendable, CaseIterable {
        /// By a timer in its process, which ends with the process and stops while the app is suspended.
        case timer
        /// By the system's loitering delay (Android).
        case system
    }

    /// Which places a plain app registers.
    package enum Choice: String, Hashable, Sendable, CaseIterable {
        /// All of them, in one call.
        case all
        /// As many as the platform allows, the nearest by their centres at the first fix, and never others.
        case nearestOnce = "nearest_once"
        /// As many as the platform allows, selected again at every fix, however poor.
        case nearestAlways = "nearest_always"
    }

    /// Creates the default habits.
    package init() {}
}
