internal import GeofenceEngine
internal import PhoneOS
internal import PhoneSimulator
internal import VisitModel
internal import Yams

/// Reads one scenario file and collects its errors.
///
/// An invalid value is recorded and replaced by its default, so that one run finds all errors. Errors that only follow
/// from a recorded one are not recorded.
struct ScenarioReading {
    var faults: ScenarioFaults
    var keys: ScenarioGroup?
    var calendar = ScenarioCalendar(date: CivilDate(daysSince1970: 19_800), timeZone: .utc)
    var places = ScenarioPlaces()
    var facilities: [Facility] = []

    /// Every key of a scenario.
    static let known = [
        "name", "about", "platform", "version", "seed", "date", "time_zone", "start", "end", "days", "member", "device",
        "facilities", "grid", "list", "places", "journey", "track", "track_device", "permissions", "precise", "app",
        "sdk", "options", "plain", "manifest", "phone", "happenings",
    ]

    /// The days on which a scenario may begin.
    ///
    /// In any zone they are later than `EvaluationPolicy.Hygiene.earliestPlausibleTime`, before which fixes are taken
    /// to come from a wrong clock.
    private static let allowedDays: ClosedRange<Int> = {
        let earliest = EvaluationPolicy.standard.hygiene.earliestPlausibleTime ?? Timestamp(milliseconds: 0)
        let last = CivilDate(year: 2199, month: 12, day: 31)?.daysSince1970 ?? .max
        return earliest.localDate(in: .utc).daysSince1970 + 1...last
    }()

    init(file: String) { faults = ScenarioFaults(file: file) }

    /// Reads the whole document; the result is unusable where there are errors.
    mutating func scenario(_ root: Node?) -> Scenario? {
        guard let root, root.null == nil else {
            faults.add(1, "scenario", "is empty, expected keys such as name, platform and journey")
            return nil
        }
        let value = ScenarioValue(node: root, key: "scenario")
        keys = ScenarioGroup(value, of: "a scenario", prefix: "", known: Self.known, &faults)
        guard keys != nil else { return nil }
        let name = needed("name", "a name on one line") { try $0.name("a name on one line", longest: 100) }
        let about = read("about") { try $0.text("a sentence") } ?? ""
        let phone = phone()
        if let zone = read("time_zone", { try TimeZoneName(try $0.text("a zone such as Europe/Berlin")) }) {
            calendar.timeZone = zone
        }
        let date = read("date", Self.date)
        if let date { calendar.date = date }
        let days = read("days") { try $0.whole(ClockTime.days) } ?? 1
        let member = read("member") { try MemberID(try $0.name("an id")) }
        let device = read("device") { try DeviceID(try $0.name("an id")) }
        readPlaces()
        let list = list()
        let story = story(days: days, hasDate: date != nil)
        let app = app(on: phone?.platform)
        guard let story, let name, let phone else {
            // The words of events and permissions may have errors of their own.
            _ = events(start: nil, end: nil, app: app)
            _ = permissions()
            return nil
        }
        do {
            var scenario = Scenario(
                name: name,
                phone: phone,
                start: story.start,
                end: story.end,
                member: try member ?? MemberID("member"),
                device: try device ?? DeviceID("phone"),
                facilities: facilities,
                movement: story.movement
            )
            scenario.about = about
            scenario.seed = seed()
            scenario.timeZone = calendar.timeZone
            scenario.list = list
            scenario.permissions = permissions()
            scenario.app = app
            scenario.events = events(start: story.start, end: story.end, app: app)
            return scenario
        } catch {
            faults.add(value.line, "scenario", "\(error)")
            return nil
        }
    }

    /// Reads the value of a key, and records an error at its line.
    mutating func read<Value>(_ key: String, _ parse: (ScenarioValue) throws -> Value) -> Value? {
        keys?[key].flatMap { read($0, parse) }
    }

    /// Reads a value, and records an error at its line.
    mutating func read<Value>(_ value: ScenarioValue, _ parse: (ScenarioValue) throws -> Value) -> Value? {
        do {
            return try parse(value)
        } catch {
            faults.add(value, "\(error)")
            return nil
        }
    }

    /// Reads the value of a required key, and records an error where it is missing.
    mutating func needed<Value>(
        _ key: String,
        _ expectation: String,
        _ parse: (ScenarioValue) throws -> Value
    ) -> Value? {
        guard keys?[key] != nil else {
            faults.add(1, key, "is missing, expected \(expectation)")
            return nil
        }
        return read(key, parse)
    }

    mutating func seed() -> UInt64 {
        read("seed") { value in
            let text = try value.text("a whole number from 0")
            guard value.isPlain, let seed = UInt64(text) else {
                throw value.wrong(text, "a whole number from 0 to \(UInt64.max)")
            }
            return seed
        } ?? 1
    }

    static func date(_ value: ScenarioValue) throws -> CivilDate {
        let text = try value.text("a day such as 2024-03-18")
        let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, text.count == 10, let year = parts[0], let month = parts[1], let day = parts[2],
            let date = CivilDate(year: year, month: month, day: day), allowedDays.contains(date.daysSince1970)
        else {
            let days = allowedDays
            let (first, last) = (CivilDate(daysSince1970: days.lowerBound), CivilDate(daysSince1970: days.upperBound))
            throw Problem("is \(quoted(text)), expected a day such as 2024-03-18, from \(first) to \(last)")
        }
        return date
    }

    /// The path of a file that the scenario names, relative to the scenario's folder.
    func path(_ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = faults.file.lastIndex(of: "/") else {
            // A bare `-` would be standard input.
            return name == "-" ? "./-" : name
        }
        return faults.file[...slash] + name
    }
}

extension ScenarioReading {
    /// Reads the phone: its platform, version and numbers; `nil` where the platform is missing or invalid.
    mutating func phone() -> PhoneProfile? {
        let platform = needed("platform", "ios or android") { try $0.choice(Platform.self) }
        let version = read("version", Self.version)
        var profile = PhoneProfile(platform: platform ?? .ios, version: version)
        if let value = keys?["phone"] {
            PhoneField.read(PhoneField<PhoneProfile>.all, from: value, of: "phone", into: &profile, &faults)
        }
        return platform == nil ? nil : profile
    }

    private static func version(_ value: ScenarioValue) throws -> OSVersion {
        let text = try value.text("a version such as 17 or 17.2")
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...2).contains(parts.count), let major = parts[0], let minor = parts.count == 2 ? parts[1] : 0,
            (1...99).contains(major), (0...99).contains(minor)
        else { throw Problem("is \(quoted(text)), expected a version such as 17 or 17.2") }
        return OSVersion(major, minor)
    }

    mutating func permissions() -> [Permission: PermissionStatus] {
        let names = PhraseTable.permissionNames
        func all(_ status: PermissionStatus) -> [Permission: PermissionStatus] {
            Dictionary(names.map { ($0.value, status) }) { first, _ in first }
        }
        var permissions = all(.granted)
        guard let value = keys?["permissions"] else { return permissions }
        switch value.node.scalar?.string {
        case "all": return permissions
        case "none": return all(.denied)
        case let text? where !value.isNothing:
            faults.add(value, "is \(quoted(text)), expected all, none or for instance {background: denied}")
            return permissions
        default: break
        }
        let known = names.map(\.name)
        let group = ScenarioGroup(value, of: "permissions", prefix: "permissions.", known: known, &faults)
        for (name, permission) in names {
            guard let value = group?[name] else { continue }
            if let status = read(value, { try $0.choice(PermissionStatus.self) }) { permissions[permission] = status }
        }
        return permissions
    }
}

extension ScenarioReading {
    /// Reads the events, ordered by time; without a start, only their words are checked.
    ///
    /// The app decides whether there is a schedule to start or stop.
    mutating func events(start: Timestamp?, end: Timestamp?, app: AppSetup) -> [TimedScenarioEvent] {
        var found: [TimedScenarioEvent] = []
        if let isPrecise = read("precise", { try $0.flag() }), !isPrecise, let start {
            found.append(TimedScenarioEvent(time: start, event: .precision(.reduced), text: "reduced accuracy"))
        }
        guard let value = keys?["happenings"] else { return found }
        let example = "for instance - reboot at 08:10"
        guard let items = read(value, { try $0.items(example) }) else { return found }
        let zone = calendar.timeZone
        for item in items {
            let text = read(item) { try EventText(try $0.text(example), timeZone: zone) }
            if let text { checkSchedule(text.phrase, item, app) }
            guard let text, let start, let end else { continue }
            found += timed(text, item, start: start, end: end)
        }
        return found.stablySorted { $0.time }
    }

    /// Records an error where a schedule is started or stopped and the app has none.
    private mutating func checkSchedule(_ phrase: EventPhrase, _ value: ScenarioValue, _ app: AppSetup) {
        guard [.startSchedule, .stopSchedule].contains(phrase.event) else { return }
        // Options that could not be read may include one.
        let isUnread = keys?["options"] != nil && !faults.isEmpty
        guard !app.hasSchedule, !isUnread else { return }
        let expectation = "expected sdk: transistor and options: {app: {schedule: [...]}}"
        faults.add(value, "\(quoted(phrase.text)) is for an app with a schedule, \(expectation)")
    }

    private mutating func timed(
        _ text: EventText,
        _ value: ScenarioValue,
        start: Timestamp,
        end: Timestamp
    ) -> [TimedScenarioEvent] {
        let times = (text.moment ?? .afterStart(0)).times(in: calendar, start: start, end: end)
        let words = "\(calendar.words(start)) to \(calendar.words(end))"
        guard !times.isEmpty else {
            faults.add(value, "\(quoted(text.phrase.text)) never happens, expected a time from \(words)")
            return []
        }
        if let outside = times.first(where: { $0 < start || $0 > end }) {
            let time = calendar.words(outside)
            faults.add(value, "\(quoted(text.phrase.text)) is at \(time), expected \(words)")
            return []
        }
        return times.flatMap { text.phrase.timed(at: $0, for: text.seconds, until: end) }
    }
}
