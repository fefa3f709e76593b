package import PhoneOS
package import PhoneSimulator
package import RadarEngine
package import TrackingEngine
package import VisitModel

/// A scenario for a simulated phone: the member, the phone, its movement and the events during the run.
///
/// The same scenario gives the same record, byte for byte. Times are points in time; a file's local times are
/// converted when it is read.
package struct Scenario: Sendable {
    /// On one line.
    package var name: String
    /// A description in a sentence or two; may be empty.
    package var about = ""
    /// The phone, with every number of its OS.
    package var phone: PhoneProfile
    package var seed: UInt64 = 1
    /// The zone of the scenario's local times, of the phone, and of facilities without one.
    package var timeZone: TimeZoneName = .utc
    /// When it begins: the app is in front, and starts monitoring.
    package var start: Timestamp
    package var end: Timestamp
    package var member: MemberID
    package var device: DeviceID
    /// The whole network.
    package var facilities: [Facility]
    /// The member's list; `nil` for the whole network.
    package var list: [FacilityID]?
    package var movement: Movement
    /// The permissions at the start; missing ones are denied.
    package var permissions: [Permission: PermissionStatus]
    package var app = AppSetup()
    /// The events, ordered by time.
    package var events: [TimedScenarioEvent] = []

    /// Creates a scenario without events, with all permissions granted; `end` is raised to `start` where it is earlier.
    package init(
        name: String,
        phone: PhoneProfile,
        start: Timestamp,
        end: Timestamp,
        member: MemberID,
        device: DeviceID,
        facilities: [Facility],
        movement: Movement
    ) {
        self.name = name
        self.phone = phone
        self.start = start
        self.end = max(start, end)
        self.member = member
        self.device = device
        self.facilities = facilities
        self.movement = movement
        self.permissions = Dictionary(uniqueKeysWithValues: Permission.allCases.map { ($0, .granted) })
    }
}

package struct AppSetup: Hashable, Sendable {
    package var kind = AppKind.footfall
    /// The continuous location updates that it requests; `nil` where it monitors by geofences alone.
    package var updates: LocationRequest?
    /// The slots that an app on Footfall reserves for the facilities that the member visits most.
    package var preferVisited = 5
    /// The member's visits with other phones, by facility.
    package var earlierVisits: [FacilityID: Int] = [:]
    /// Whether it runs a foreground service (Android).
    package var usesForegroundService = false
    /// Whether it stays in front; otherwise it goes to the background after a minute.
    package var staysInFront = false
    /// The usage descriptions and background modes that it declares.
    package var manifest = AppManifest.complete
    package var habits = PlainAppHabits()
    /// The options of an app on a tracking SDK.
    package var tracking = TrackingSetup()
}

/// The kinds of apps that monitor places.
package enum AppKind: String, Hashable, Sendable, CaseIterable {
    /// An app on Footfall that finds visits by its own pipeline.
    case footfall
    /// An app that trusts the OS's transitions, as most do; for comparison.
    case plain
    /// An app on the SDK that tracks by motion; a service finds the visits in its uploads.
    case transistor
    /// An app on the SDK that tracks by Radar's options; a service finds the visits in its uploads.
    case radar
    /// An app on Footfall that also uploads its fixes to a service, which finds the visits too.
    case gymvisits

    /// Whether the app monitors facilities itself, and not what a tracking SDK chooses.
    package var monitorsFacilities: Bool {
        switch self {
        case .footfall, .plain, .gymvisits: true
        case .transistor, .radar: false
        }
    }

    /// Whether the app uploads to a service, which finds the visits.
    package var usesServer: Bool {
        switch self {
        case .footfall, .plain: false
        case .transistor, .radar, .gymvisits: true
        }
    }
}

extension Scenario {
    /// Warnings about settings that probably have no effect, a sentence each; the app is by default the scenario's own.
    package func warnings(app kind: AppKind? = nil) -> [String] {
        guard (kind ?? app.kind) == .transistor, app.hasSchedule,
            !events.contains(where: { $0.event == .startSchedule })
        else { return [] }
        return [
            "options.app.schedule is never started, so that tracking is on all the time; "
                + "add `start schedule` to happenings"
        ]
    }
}

extension AppSetup {
    /// Whether the options of an app on the SDK that tracks by motion have a schedule.
    var hasSchedule: Bool {
        guard kind == .transistor else { return false }
        return [.ios, .android].contains { platform in
            !TrackingConfig(platform: platform).applying(tracking.config).app.schedule.isEmpty
        }
    }
}

package struct TrackingSetup: Hashable, Sendable {
    /// The configuration of the SDK that tracks by motion, besides the service's address and token.
    package var config = ConfigPatch()
    /// The options of the SDK that tracks by Radar's options; `nil` for the responsive preset of its platform.
    package var options: RadarTrackingOptions?
}

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
    package var dwell = Dwell.timer
    package var choice = Choice.nearestOnce
    /// The hours in which it monitors; `nil` for always.
    package var schedule: DailyHours?

    package enum Dwell: String, Hashable, Sendable, CaseIterable {
        /// By a timer in its process, which ends with the process and stops while the app is suspended.
        case timer
        /// By the system's loitering delay (Android).
        case system
    }

    package enum Choice: String, Hashable, Sendable, CaseIterable {
        /// All of them, in one call.
        case all
        /// As many as the platform allows, the nearest by their centres at the first fix, and never others.
        case nearestOnce = "nearest_once"
        /// As many as the platform allows, selected again at every fix, however poor.
        case nearestAlways = "nearest_always"
    }
}
