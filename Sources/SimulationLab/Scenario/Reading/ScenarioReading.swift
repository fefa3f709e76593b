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
    /// The errors so far.
    var faults: ScenarioFaults
    /// The scenario's keys.
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

    init(file: String) {
        faults = ScenarioFaults(file: file)
    }

    /// Reads the whole document.
    ///
    /// - Returns: the scenario; unusable where there are errors.
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
            scenario.happenings = events(start: story.start, end: story.end, app: app)
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
            faults.add(value.line, value.key, (error as? Problem)?.message ?? "\(error)")
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
