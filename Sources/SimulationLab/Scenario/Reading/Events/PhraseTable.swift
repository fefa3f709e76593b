internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// A phrase of a scenario with its event and the phrase that undoes it.
struct PhraseEntry: Sendable {
    /// The spellings; the first is used in messages and in the documentation.
    let spellings: [String]
    /// The phrase that undoes it; `nil` where none does.
    let undoing: String?
    /// The event for the phrase's values.
    let event: @Sendable ([PhrasePattern.Argument]) -> ScenarioEvent?

    fileprivate init(
        _ spellings: String...,
        undoing: String? = nil,
        event: @escaping @Sendable ([PhrasePattern.Argument]) -> ScenarioEvent?
    ) {
        self.spellings = spellings
        self.undoing = undoing
        self.event = event
    }

    fileprivate init(_ spellings: String..., undoing: String? = nil, is event: ScenarioEvent) {
        self.spellings = spellings
        self.undoing = undoing
        self.event = { _ in event }
    }
}

/// The table of all phrases.
enum PhraseTable {
    static func phrase(_ words: [String], _ timeZone: TimeZoneName) throws -> EventPhrase {
        let table = all
        let (entry, event) = try entry(words, in: table)
        var undoing: EventPhrase.Undoing?
        if let text = entry.undoing?.replacing("ZONE", with: timeZone.identifier) {
            let words = text.split(separator: " ").map(String.init)
            undoing = EventPhrase.Undoing(event: try self.entry(words, in: table).event, text: text)
        }
        return EventPhrase(event: event, text: words.joined(separator: " "), undoing: undoing)
    }

    private static func entry(
        _ words: [String],
        in table: [PhraseEntry]
    ) throws -> (entry: PhraseEntry, event: ScenarioEvent) {
        for entry in table {
            for spelling in entry.spellings {
                guard let arguments = try PhrasePattern(spelling).arguments(in: words) else { continue }
                if let event = entry.event(arguments) { return (entry, event) }
            }
        }
        let first = words.first?.lowercased() ?? ""
        let spellings = table.map { $0.spellings[0] }
        let near = table.flatMap(\.spellings).filter { $0.split(separator: " ").contains { $0 == first } }
        let hint = (near.isEmpty ? spellings : near).joined(separator: ", ")
        throw Problem("\(quoted(words.joined(separator: " "))) is not a known event, expected one of: \(hint)")
    }

    static var all: [PhraseEntry] { system + app + permissions + places + power + server }

    private static let server: [PhraseEntry] = [
        PhraseEntry("server answers STATUS", undoing: "server well") { .server(.answers($0.count)) },
        PhraseEntry("server answers lost", undoing: "server well", is: .server(.answersLost)),
        PhraseEntry("server silent", "server down", undoing: "server well", is: .server(.silent)),
        PhraseEntry("server well", "server up", is: .server(.well)),
    ]

    private static let system: [PhraseEntry] = [
        PhraseEntry("reboot", "restart", "restart phone", "reboot phone", is: .reboot),
        PhraseEntry("unlock", "unlock phone", is: .unlock),
        PhraseEntry("location off", "location services off", undoing: "location on", is: .locationServices(on: false)),
        PhraseEntry("location on", "location services on", undoing: "location off", is: .locationServices(on: true)),
        PhraseEntry("play services missing", undoing: "play services available", is: .playServices(.missing)),
        PhraseEntry("play services outdated", undoing: "play services available", is: .playServices(.outdated)),
        PhraseEntry("play services available", is: .playServices(.available)),
        PhraseEntry("foreign regions COUNT", undoing: "foreign regions 0") { .foreignRegions($0.count) },
        PhraseEntry("beacons COUNT", undoing: "beacons 0") { .foreignRegions($0.count) },
        PhraseEntry(
            "region monitoring unavailable",
            undoing: "region monitoring available",
            is: .regionMonitoring(false)
        ),
        PhraseEntry(
            "region monitoring available",
            undoing: "region monitoring unavailable",
            is: .regionMonitoring(true)
        ),
        PhraseEntry("no network", "network none", "network off", undoing: "network cellular", is: .connectivity(.none)),
        PhraseEntry("network wifi", "network wi-fi", undoing: "network cellular", is: .connectivity(.wifi)),
        PhraseEntry("network cellular", "network on", is: .connectivity(.cellular)),
        PhraseEntry("time zone ZONE", "timezone ZONE", undoing: "time zone ZONE") { arguments in
            guard case .zone(let zone)? = arguments.first else { return nil }
            return .timeZone(zone)
        },
    ]

    private static let app: [PhraseEntry] = [
        PhraseEntry("update app", "app update", is: .updateApp),
        PhraseEntry("reinstall app", is: .reinstallApp),
        PhraseEntry("uninstall app", is: .uninstallApp),
        PhraseEntry("clear app data", is: .clearAppData),
        PhraseEntry("clear play data", "clear play services data", is: .clearPlayData),
        PhraseEntry("kill app", is: .killApp),
        PhraseEntry("swipe-away app", "swipe away app", "swipe-away", "swipe away", is: .swipeAwayApp),
        PhraseEntry("force-quit app", "force quit app", "force-stop app", "force stop app", is: .forceQuitApp),
        PhraseEntry("open app", undoing: "leave app", is: .openApp),
        PhraseEntry("leave app", undoing: "open app", is: .leaveApp),
        PhraseEntry("start monitoring", undoing: "stop monitoring", is: .startMonitoring),
        PhraseEntry("stop monitoring", undoing: "start monitoring", is: .stopMonitoring),
        PhraseEntry("start schedule", undoing: "stop schedule", is: .startSchedule),
        PhraseEntry("stop schedule", undoing: "start schedule", is: .stopSchedule),
    ]

    static let permissionNames: [(name: String, value: Permission)] = [
        ("location", .fineLocation), ("background", .backgroundLocation), ("notifications", .notifications),
        ("motion", .physicalActivity),
    ]

    private static let permissions: [PhraseEntry] =
        permissionNames.flatMap { name, permission in
            [
                PhraseEntry("allow \(name)", undoing: "deny \(name)", is: .permission(permission, .granted)),
                PhraseEntry("deny \(name)", undoing: "allow \(name)", is: .permission(permission, .denied)),
                PhraseEntry("restrict \(name)", undoing: "allow \(name)", is: .permission(permission, .restricted)),
            ]
        } + [
            PhraseEntry(
                "reduced accuracy",
                "approximate",
                "approximate location",
                undoing: "precise",
                is: .precision(.reduced)
            ),
            PhraseEntry(
                "precise",
                "full accuracy",
                "precise location",
                undoing: "reduced accuracy",
                is: .precision(.full)
            ),
        ]

    private static let places: [PhraseEntry] = [
        PhraseEntry("positions by cells", undoing: "positions by everything", is: .reception(.cells)),
        PhraseEntry(
            "positions by wifi",
            "positions by wi-fi",
            undoing: "positions by everything",
            is: .reception(.wifi)
        ),
        PhraseEntry("positions by everything", is: .reception(.satellites)),
        PhraseEntry("no positions", undoing: "positions by everything", is: .reception(nil)),
        PhraseEntry(
            "position LENGTH off to the DIRECTION with accuracy LENGTH",
            "position LENGTH off with accuracy LENGTH"
        ) { arguments in
            guard let off = arguments.meters.first, let accuracy = arguments.meters.last else { return nil }
            return .position(offMeters: off, bearingDegrees: arguments.bearing ?? 90, accuracyMeters: accuracy)
        },
    ]

    private static let power: [PhraseEntry] = [
        PhraseEntry("doze", undoing: "wake", is: .doze(true)),
        PhraseEntry("wake", undoing: "doze", is: .doze(false)),
        PhraseEntry("charger on", undoing: "charger off", is: .charger(true)),
        PhraseEntry("charger off", undoing: "charger on", is: .charger(false)),
        PhraseEntry("screen on", undoing: "screen off", is: .screen(true)),
        PhraseEntry("screen off", undoing: "screen on", is: .screen(false)),
        PhraseEntry("power saving on", undoing: "power saving off", is: .powerSaving(true)),
        PhraseEntry("power saving off", undoing: "power saving on", is: .powerSaving(false)),
        PhraseEntry("battery PERCENT") { arguments in
            guard case .percent(let percent)? = arguments.first else { return nil }
            return .battery(percent / 100)
        },
        PhraseEntry("battery exemption on", undoing: "battery exemption off", is: .batteryExemption(true)),
        PhraseEntry("battery exemption off", undoing: "battery exemption on", is: .batteryExemption(false)),
        PhraseEntry("foreground service on", undoing: "foreground service off", is: .foregroundService(true)),
        PhraseEntry("foreground service off", undoing: "foreground service on", is: .foregroundService(false)),
    ]
}
