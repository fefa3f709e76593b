internal import TrackingEngine
internal import VisitModel
internal import Yams

/// Reads one lab file and collects its errors.
struct LabReading {
    /// Reads the keys that lab files share with scenarios, and has the errors of both.
    var scenario: ScenarioReading

    var faults: ScenarioFaults {
        get { scenario.faults }
        set { scenario.faults = newValue }
    }

    private static let known = [
        "name", "members", "days", "seed", "date", "city", "platform", "sets", "sweep",
    ]

    init(file: String) { scenario = ScenarioReading(file: file) }

    /// Reads the whole document; the result is unusable where there are errors.
    mutating func lab(_ root: Node?) -> LabFile {
        var lab = LabFile()
        guard let root, root.null == nil else {
            faults.add(1, "lab", "is empty, expected keys such as members, days and sets")
            return lab
        }
        let value = ScenarioValue(node: root, key: "lab")
        guard let keys = ScenarioGroup(value, of: "a lab", prefix: "", known: Self.known, &faults) else { return lab }
        scenario.keys = keys
        lab.name = read(keys["name"]) { try $0.name("a name on one line", longest: 100) }
        lab.members = read(keys["members"]) { try $0.whole(LabPopulation.allowedMembers) }
        lab.days = read(keys["days"]) { try $0.whole(LabPopulation.allowedDays) }
        lab.firstDay = read(keys["date"], ScenarioReading.date)
        lab.city = read(keys["city"]) { try $0.choice(LabCity.self) }
        if keys["seed"] != nil { lab.seed = scenario.seed() }
        let platforms = read(keys["platform"], Self.platforms) ?? [.ios, .android]
        lab.sets = sets(keys["sets"], on: platforms, line: value.line)
        if let sweep = keys["sweep"] { lab.sets = swept(lab.sets, sweep) }
        let names = Dictionary(grouping: lab.sets, by: \.name).filter { $0.value.count > 1 }.keys.sorted()
        for name in names {
            let line = keys["sets"]?.line ?? value.line
            faults.add(line, "sets", "\(quoted(name)) is listed twice, expected each name once")
        }
        return lab
    }

    /// Reads a value, and records an error at its line.
    mutating func read<Value>(_ value: ScenarioValue?, _ parse: (ScenarioValue) throws -> Value) -> Value? {
        value.flatMap { scenario.read($0, parse) }
    }

    /// The platforms of `ios`, `android` and `both`.
    static func platforms(_ value: ScenarioValue) throws -> [Platform] {
        try value.choice([("ios", [Platform.ios]), ("android", [.android]), ("both", [.ios, .android])])
    }

    private mutating func sets(_ value: ScenarioValue?, on platforms: [Platform], line: Int) -> [LabOptionSet] {
        guard let value else {
            faults.add(line, "sets", "is missing, expected a list such as [responsive, continuous]")
            return []
        }
        let items = read(value) { try $0.items("a list such as [responsive, continuous]") } ?? []
        if items.isEmpty, value.node.sequence != nil {
            faults.add(value, "is empty, expected a list such as [responsive, continuous]")
        }
        return items.flatMap { set($0, on: platforms) }
    }

    private mutating func swept(_ sets: [LabOptionSet], _ value: ScenarioValue) -> [LabOptionSet] {
        let sweep = read(value) { value in
            try LabSweep(try value.text("for instance stopDuration=60,140,300"))
        }
        guard let sweep else { return sets }
        return read(value) { _ in try sets.flatMap { try sweep.sets(of: $0) } } ?? sets
    }
}
