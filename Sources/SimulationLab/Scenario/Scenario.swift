package import PhoneOS
package import PhoneSimulator
package import VisitModel

/// A story that is played on a simulated phone: who has which phone, where it goes, and what befalls it.
///
/// The same scenario gives the same record, byte for byte. Times are points in time; a file's local times are turned into
/// them when it is read.
package struct Scenario: Sendable {
    /// What it is called, on one line.
    package var name: String
    /// What it shows, in a sentence or two; may be empty.
    package var about = ""
    /// The phone, with every number of its system.
    package var phone: PhoneProfile
    /// Where chance begins.
    package var seed: UInt64 = 1
    /// The zone of the scenario's local times, of the phone, and of facilities that name none.
    package var timeZone: TimeZoneName = .utc
    /// When it begins: the member has the app in front, and it begins to watch.
    package var start: Timestamp
    /// When it ends.
    package var end: Timestamp
    /// Who has the phone.
    package var member: MemberID
    /// The phone's name.
    package var device: DeviceID
    /// The whole network.
    package var facilities: [Facility]
    /// The member's list; `nil` for the whole network.
    package var list: [FacilityID]?
    /// Where the phone really is.
    package var movement: Movement
    /// What the member has allowed before it begins; what is not named is denied.
    package var permissions: [Permission: PermissionStatus]
    /// The app on the phone.
    package var app = AppSetup()
    /// What befalls the phone, in the order of time.
    package var happenings: [TimedHappening] = []

    /// Makes a scenario in which nothing happens but the movement, with all permissions granted.
    ///
    /// - Parameters:
    ///   - name: what it is called.
    ///   - phone: the phone.
    ///   - start: when it begins.
    ///   - end: when it ends; not before it begins.
    ///   - member: who has the phone.
    ///   - device: the phone's name.
    ///   - facilities: the whole network.
    ///   - movement: where the phone really is.
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

/// The app on a scenario's phone.
package struct AppSetup: Hashable, Sendable {
    /// Which app it is.
    package var kind = AppKind.footfall
    /// The readings that it asks for all the time; `nil` where it lives by geofences alone.
    package var updates: LocationRequest?
    /// Whether it keeps a foreground service (Android).
    package var usesForegroundService = false
    /// Whether it stays in front all the time; otherwise its member turns to something else after a minute.
    package var staysInFront = false
    /// What it declares.
    package var manifest = AppManifest.complete
    /// What a plain app does, where it is one.
    package var habits = PlainAppHabits()
    /// How an app on a tracking SDK tracks, where it is one.
    package var tracking = TrackingSetup()

    /// An app on Footfall that lives by geofences alone.
    package init() {}
}

/// Which app watches the places.
package enum AppKind: String, Hashable, Sendable, CaseIterable {
    /// An app on Footfall: it asks the pipeline what is a visit.
    case footfall
    /// An app that believes what the phone's system says, as most do: for comparison.
    case plain
    /// An app on the SDK that tracks by motion; a service finds the visits in what it sends.
    case transistor
    /// An app on the SDK that tracks by Radar's options; a service finds the visits in what it sends.
    case radar
    /// An app on Footfall that sends its fixes to a service besides, which finds the visits too.
    case gymvisits

    /// Whether a service finds the visits, and not the app itself.
    package var usesServer: Bool {
        switch self {
        case .footfall, .plain: false
        case .transistor, .radar, .gymvisits: true
        }
    }
}
