internal import PhoneOS
internal import VisitModel

extension ScenarioReading {
    /// Reads the app: `app`, `sdk`, `options`, `plain` and `manifest`.
    mutating func app(on platform: Platform?) -> AppSetup {
        var app = AppSetup()
        if let value = keys?["app"] { readApp(value, &app) }
        readTracking(&app, on: platform)
        if let value = keys?["plain"] { readHabits(value, &app.habits) }
        if let value = keys?["manifest"] { readManifest(value, &app.manifest) }
        return app
    }

    private mutating func readApp(_ value: ScenarioValue, _ app: inout AppSetup) {
        let known = [
            "kind", "updates", "distance_filter", "accuracy", "foreground_service", "stays_in_front", "prefer_visited",
            "earlier_visits",
        ]
        guard let group = ScenarioGroup(value, of: "app", prefix: "app.", known: known, &faults) else { return }
        let kinds = AppKind.allCases.filter { !$0.usesServer }
        set(group["kind"], &app.kind) { try $0.choice(kinds.map { (name: $0.rawValue, value: $0) }) }
        set(group["foreground_service"], &app.usesForegroundService) { try $0.flag() }
        set(group["stays_in_front"], &app.staysInFront) { try $0.flag() }
        set(group["prefer_visited"], &app.preferVisited) { try $0.whole(0...99) }
        if let value = group["earlier_visits"] { readEarlierVisits(value, &app.earlierVisits) }
        var request = LocationRequest(interval: .zero)
        set(group["updates"], &request.interval) { value in
            let words = try value.text("for instance every 60 s").split(whereSeparator: \.isWhitespace)
            let rest = words.first?.lowercased() == "every" ? words.dropFirst() : words[...]
            return .seconds(try DurationText.seconds(rest.joined(separator: " "), within: 1...86_400))
        }
        set(group["distance_filter"], &request.distanceFilterMeters) { try $0.length(0...100_000) }
        set(group["accuracy"], &request.accuracy) { try $0.choice(DesiredAccuracy.self) }
        if group["updates"] != nil {
            app.updates = request
        } else if let value = group["distance_filter"] ?? group["accuracy"] {
            faults.add(value, "needs updates, expected for instance updates: every 60 s")
        }
    }

    private mutating func readEarlierVisits(_ value: ScenarioValue, _ visits: inout [FacilityID: Int]) {
        let known = facilities.map(\.id)
        let key = "app.earlier_visits."
        guard
            let group = ScenarioGroup(value, of: "earlier visits", prefix: key, known: known.map(\.text), &faults)
        else { return }
        for facility in known {
            guard let count = group[facility.text] else { continue }
            set(count, &visits[facility]) { try $0.whole(0...100_000) }
        }
    }

    private mutating func readHabits(_ value: ScenarioValue, _ habits: inout PlainAppHabits) {
        let known = [
            "boot_receiver", "registers_at_launch", "registers_after_loss", "asks_for_inside", "dwell", "choice",
            "schedule",
        ]
        guard let group = ScenarioGroup(value, of: "plain", prefix: "plain.", known: known, &faults) else { return }
        set(group["boot_receiver"], &habits.hasBootReceiver) { try $0.flag() }
        set(group["registers_at_launch"], &habits.registersAtLaunch) { try $0.flag() }
        set(group["registers_after_loss"], &habits.registersAfterLoss) { try $0.flag() }
        set(group["asks_for_inside"], &habits.asksForInside) { try $0.flag() }
        set(group["dwell"], &habits.dwell) { try $0.choice(PlainAppHabits.Dwell.self) }
        set(group["choice"], &habits.choice) { try $0.choice(PlainAppHabits.Choice.self) }
        let zone = calendar.timeZone
        set(group["schedule"], &habits.schedule) { try Self.hours(try $0.text("for instance 06:00-22:00 UTC"), zone) }
    }

    /// Parses hours of the day: `06:00-22:00 UTC`; without a zone they are in the scenario's.
    private static func hours(_ text: String, _ zone: TimeZoneName) throws -> DailyHours {
        let words = text.split(whereSeparator: \.isWhitespace)
        let times = (words.first ?? "").split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard (1...2).contains(words.count), times.count == 2 else {
            throw Problem("is \(quoted(text)), expected for instance 06:00-22:00 UTC")
        }
        let seconds = try times.map { try ClockTime.parse($0).second }
        let zone = words.count == 2 ? try TimeZoneName(String(words[1])) : zone
        return DailyHours(startSeconds: seconds[0], endSeconds: seconds[1], timeZone: zone)
    }

    private mutating func readManifest(_ value: ScenarioValue, _ manifest: inout AppManifest) {
        let known = ["usage", "background_modes"]
        guard let group = ScenarioGroup(value, of: "manifest", prefix: "manifest.", known: known, &faults) else {
            return
        }
        let complete = AppManifest.complete
        for (key, path, known) in [
            ("usage", \AppManifest.usageDescriptions, complete.usageDescriptions),
            ("background_modes", \AppManifest.backgroundModes, complete.backgroundModes),
        ] {
            set(group[key], &manifest[keyPath: path]) { value in
                let names = known.sorted()
                let items = try value.items("some of [\(names.joined(separator: ", "))]")
                return Set(try items.map { try $0.choice(names.map { (name: $0, value: $0) }) })
            }
        }
    }

    /// Stores a value, if the file has it and it is valid.
    mutating func set<Value>(
        _ value: ScenarioValue?,
        _ place: inout Value,
        _ parse: (ScenarioValue) throws -> Value
    ) {
        if let value, let parsed = read(value, parse) { place = parsed }
    }
}
