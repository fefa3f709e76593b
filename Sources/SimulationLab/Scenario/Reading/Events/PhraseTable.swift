internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel

/// A phrase with its event and the phrase that undoes it, and the table of all phrases.
struct PhraseTable: Sendable {
    /// The spellings; the first is used in messages and in the documentation.
    let spellings: [String]
    /// The phrase that undoes it; `nil` where none does.
    let undoing: String?
    /// The event for the phrase's values.
    let event: @Sendable ([PhrasePattern.Argument]) -> ScenarioEvent?

    private init(
        _ spellings: String...,
        undoing: String? = nil,
        event: @escaping @Sendable ([PhrasePattern.Argument]) -> ScenarioEvent?
    ) {
        self.spellings = spellings
        self.undoing = undoing
        self.event = event
    }

    private init(_ spellings: String..., undoing: String? = nil, is event: ScenarioEvent) {
        self.spellings = spellings
        self.undoing = undoing
        self.event = { _ in event }
    }

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
        in table: [PhraseTable]
    ) throws -> (entry: PhraseTable, event: ScenarioEvent) {
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

    static var all: [PhraseTable] { system + app + permissions + places + power + server }

    private static let server: [PhraseTable] = [
        PhraseTable("server answers STATUS", undoing: "server well") { .server(.answers($0.count)) },
        PhraseTable("server answers lost", undoing: "server well", is: .server(.answersLost)),
        PhraseTable("server silent", "server down", undoing: "server well", is: .server(.silent)),
        PhraseTable("server well", "server up", is: .server(.well)),
    ]

    private static let system: [PhraseTable] = [
        PhraseTable("reboot", "restart", "restart phone", "reboot phone", is: .reboot),
        PhraseTable("unlock", "unlock phone", is: .unlock),
        PhraseTable("location off", "location services off", undoing: "location on", is: .locationServices(on: false)),
        PhraseTable("location on", "location services on", undoing: "location off", is: .locationServices(on: true)),
        PhraseTable("play services missing", undoing: "play services available", is: .playServices(.missing)),
        PhraseTable("play services outdated", undoing: "play services available", is: .playServices(.outdated)),
        PhraseTable("play services available", is: .playServices(.available)),
        PhraseTable("foreign regions COUNT", undoing: "foreign regions 0") { .foreignRegions($0.count) },
        PhraseTable("beacons COUNT", undoing: "beacons 0") { .foreignRegions($0.count) },
        PhraseTable(
            "region monitoring unavailable",
            undoing: "region monitoring available",
            is: .regionMonitoring(false)
        ),
        PhraseTable(
            "region monitoring available",
            undoing: "region monitoring unavailable",
            is: .regionMonitoring(true)
        ),
        PhraseTable("no network", "network none", "network off", undoing: "network cellular", is: .connectivity(.none)),
        PhraseTable("network wifi", "network wi-fi", undoing: "network cellular", is: .connectivity(.wifi)),
        PhraseTable("network cellular", "network on", is: .connectivity(.cellular)),
        PhraseTable("time zone ZONE", "timezone ZONE", undoing: "time zone ZONE") { arguments in
            guard case .zone(let zone)? = arguments.first else { return nil }
            return .timeZone(zone)
        },
    ]

    private static let app: [PhraseTable] = [
        PhraseTable("update app", "app update", is: .updateApp),
        PhraseTable("reinstall app", is: .reinstallApp),
        PhraseTable("uninstall app", is: .uninstallApp),
        PhraseTable("clear app data", is: .clearAppData),
        PhraseTable("clear play data", "clear play services data", is: .clearPlayData),
        PhraseTable("kill app", is: .killApp),
        PhraseTable("swipe-away app", "swipe away app", "swipe-away", "swipe away", is: .swipeAwayApp),
        PhraseTable("force-quit app", "force quit app", "force-stop app", "force stop app", is: .forceQuitApp),
        PhraseTable("open app", undoing: "leave app", is: .openApp),
        PhraseTable("leave app", undoing: "open app", is: .leaveApp),
        PhraseTable("start monitoring", undoing: "stop monitoring", is: .startMonitoring),
        PhraseTable("stop monitoring", undoing: "start monitoring", is: .stopMonitoring),
        PhraseTable("start schedule", undoing: "stop schedule", is: .startSchedule),
        PhraseTable("stop schedule", undoing: "start schedule", is: .stopSchedule),
    ]

    static let permissionNames: [(name: String, value: Permission)] = [
        ("location", .fineLocation), ("background", .backgroundLocation), ("notifications", .notifications),
        ("motion", .physicalActivity),
    ]

    private static let permissions: [PhraseTable] =
        permissionNames.flatMap { name, permission in
            [
                PhraseTable("allow \(name)", undoing: "deny \(name)", is: .permission(permission, .granted)),
                PhraseTable("deny \(name)", undoing: "allow \(name)", is: .permission(permission, .denied)),
                PhraseTable("restrict \(name)", undoing: "allow \(name)", is: .permission(permission, .restricted)),
            ]
        } + [
            PhraseTable(
                "reduced accuracy",
                "approximate",
                "approximate location",
                undoing: "precise",
                is: .precision(.reduced)
            ),
            PhraseTable(
                "precise",
                "full accuracy",
                "precise location",
                undoing: "reduced accuracy",
                is: .precision(.full)
            ),
        ]

    private static let places: [PhraseTable] = [
        PhraseTable("positions by cells", undoing: "positions by everything", is: .reception(.cells)),
        PhraseTable(
            "positions by wifi",
            "positions by wi-fi",
            undoing: "positions by everything",
            is: .reception(.wifi)
        ),
        PhraseTable("positions by everything", is: .reception(.satellites)),
        PhraseTable("no positions", undoing: "positions by everything", is: .reception(nil)),
        PhraseTable(
            "position LENGTH off to the DIRECTION with accuracy LENGTH",
            "position LENGTH off with accuracy LENGTH"
        ) { arguments in
            guard let off = arguments.meters.first, let accuracy = arguments.meters.last else { return nil }
            return .position(offMeters: off, bearingDegrees: arguments.bearing ?? 90, accuracyMeters: accuracy)
        },
    ]

    private static let power: [PhraseTable] = [
        PhraseTable("doze", undoing: "wake", is: .doze(true)),
        PhraseTable("wake", undoing: "doze", is: .doze(false)),
        PhraseTable("charger on", undoing: "charger off", is: .charger(true)),
        PhraseTable("charger off", undoing: "charger on", is: .charger(false)),
        PhraseTable("screen on", undoing: "screen off", is: .screen(true)),
        PhraseTable("screen off", undoing: "screen on", is: .screen(false)),
        PhraseTable("power saving on", undoing: "power saving off", is: .powerSaving(true)),
        PhraseTable("power saving off", undoing: "power saving on", is: .powerSaving(false)),
        PhraseTable("battery PERCENT") { arguments in
            guard case .percent(let percent)? = arguments.first else { return nil }
            return .battery(percent / 100)
        },
        PhraseTable("battery exemption on", undoing: "battery exemption off", is: .batteryExemption(true)),
        PhraseTable("battery exemption off", undoing: "battery exemption on", is: .batteryExemption(false)),
        PhraseTable("foreground service on", undoing: "foreground service off", is: .foregroundService(true)),
        PhraseTable("foreground service off", undoing: "foreground service on", is: .foregroundService(false)),
    ]
}
