/// Something that people complain of: a row of the Gym Visits document's troubleshooting table, or of the field complaints
/// that geofencing SDKs get.
package enum Symptom: String, Hashable, Sendable, CaseIterable {
    // The troubleshooting table of the Gym Visits document.

    /// Nothing was fired at all.
    case noEvents = "no_events"
    /// Only some of the places are registered.
    case someRegister = "only_some_register"
    /// Detection stops with the app (Android).
    case appKilled = "app_killed_stops_detection"
    /// Nothing is told in the background (iOS).
    case noBackgroundEvents = "no_background_events"
    /// Nothing is told after a restart (Android).
    case nothingAfterReboot = "no_events_after_reboot"
    /// Nothing is told once the app has ended (iOS).
    case nothingAfterKill = "no_events_after_app_kill"
    /// Places are not watched after an update of the app (Android).
    case lostByUpdate = "geofences_lost_after_update"

    // What users of such SDKs report.

    /// 1: an exit while inside, from a bad fix.
    case falseExit = "false_exit"
    /// 2: in and out again and again at rest.
    case flapping
    /// 3: two entries or two exits in a row.
    case repeatedEvent = "repeated_event"
    /// 4: an exit told only on the way back, or without its entry.
    case exitWithoutEntry = "exit_without_entry"
    /// 5: a dwell that never comes, at the wrong time, or twice.
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
    /// 11: location switched off takes everything away, silently.
    case locationOff = "location_off"
    /// 12: more than the platform takes.
    case overLimit = "over_limit"
    /// 13: the wrong places are registered.
    case wrongNearest = "wrong_nearest_set"
    /// 14: watching at the wrong hours.
    case wrongHours = "wrong_hours"
    /// 15: a polygon that was never entered, or is never left.
    case polygon
}

/// Which table a symptom comes from.
package enum SymptomSource: Hashable, Sendable {
    /// The troubleshooting table of the Gym Visits document.
    case gymVisits
    /// The field complaints, by number.
    case field(Int)
}

extension Symptom {
    /// Which table it comes from.
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
