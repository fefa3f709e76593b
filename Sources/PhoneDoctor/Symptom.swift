/// A symptom that users report.
///
/// Each is a row of the Gym Visits document's troubleshooting table, or one of the field complaints about geofencing
/// SDKs.
package enum Symptom: String, Hashable, Sendable, CaseIterable {
    // The troubleshooting table of the Gym Visits document.

    case noEvents = "no_events"
    case someRegister = "only_some_register"
    /// Detection stops with the app (Android).
    case appKilled = "app_killed_stops_detection"
    /// No events in the background (iOS).
    case noBackgroundEvents = "no_background_events"
    /// No events after a restart (Android).
    case nothingAfterReboot = "no_events_after_reboot"
    /// No events once the app has ended (iOS).
    case nothingAfterKill = "no_events_after_app_kill"
    /// Places are not monitored after an update of the app (Android).
    case lostByUpdate = "geofences_lost_after_update"

    // Field complaints about such SDKs, by number.

    /// 1: an exit while inside, from a bad fix.
    case falseExit = "false_exit"
    /// 2: repeated exits and entries at rest.
    case flapping
    /// 3: two entries or two exits in a row.
    case repeatedEvent = "repeated_event"
    /// 4: an exit that is reported only at the next entry, or has no entry.
    case exitWithoutEntry = "exit_without_entry"
    /// 5: a dwell that is missing, at the wrong time, or repeated.
    case wrongDwell = "wrong_dwell"
    /// 6: an exit far beyond the edge.
    case lateExit = "late_exit"
    /// 7: events minutes to hours late.
    case lateEvents = "late_events"
    /// 8: nothing registered after a restart.
    case lostAfterReboot = "lost_after_reboot"
    /// 9: nothing registered after an update or a reinstall.
    case lostAfterReinstall = "lost_after_update_or_reinstall"
    /// 10: an entry after a restart, for a place that was never left.
    case falseEntry = "false_entry_after_restart"
    /// 11: switching location off removes every registration silently.
    case locationOff = "location_off"
    /// 12: more places than the platform can register.
    case overLimit = "over_limit"
    /// 13: the wrong places are registered.
    case wrongNearest = "wrong_nearest_set"
    /// 14: monitoring at the wrong hours.
    case wrongHours = "wrong_hours"
    /// 15: a polygon entered from outside it, or never left.
    case polygon
}

/// The table that a symptom comes from: the Gym Visits document's, or the field complaints by number.
package enum SymptomSource: Hashable, Sendable {
    case gymVisits
    case field(Int)
}

extension Symptom {
    package var source: SymptomSource {
        switch self {
        case .noEvents, .someRegister, .appKilled, .noBackgroundEvents, .nothingAfterReboot, .nothingAfterKill,
            .lostByUpdate:
            .gymVisits
        case .falseExit: .field(1)
        case .flapping: .field(2)
        case .repeatedEvent: .field(3)
        case .exitWithoutEntry: .field(4)
        case .wrongDwell: .field(5)
        case .lateExit: .field(6)
        case .lateEvents: .field(7)
        case .lostAfterReboot: .field(8)
        case .lostAfterReinstall: .field(9)
        case .falseEntry: .field(10)
        case .locationOff: .field(11)
        case .overLimit: .field(12)
        case .wrongNearest: .field(13)
        case .wrongHours: .field(14)
        case .polygon: .field(15)
        }
    }
}
