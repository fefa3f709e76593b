internal import TrackingModel
internal import TrackingEngine
internal import VisitModel
internal import Yams

extension LabReading {
    private static let known = ["name", "preset", "platform", "options", "app", "plain"]

    /// Reads one set of the list: a name alone, or a mapping based on a preset.
    mutating func set(_ value: ScenarioValue, on platforms: [Platform]) -> [LabOptionSet] {
        if value.node.scalar != nil {
            return read(value) { value in
                try LabPreset.sets(named: try value.text("the name of a set"), on: platforms)
            } ?? []
        }
        guard let keys = ScenarioGroup(value, of: "a set", prefix: "sets.", known: Self.known, &faults) else {
            return []
        }
        guard let presetValue = keys["preset"] else {
            let names = LabPreset.allCases.map(\.rawValue).joined(separator: ", ")
            faults.add(value.line, "sets.preset", "is missing, expected \(names)")
            return []
        }
        guard let preset = read(presetValue, { try $0.choice(LabPreset.self) }) else { return [] }
        let name = read(keys["name"]) { try $0.name("a name on one line", longest: 60) } ?? preset.rawValue
        let platforms = read(keys["platform"], Self.platforms) ?? platforms
        let setup = setup(keys, preset)
        let options = keys["options"].map { flattened($0) } ?? [:]
        return platforms.compactMap { platform in
            // The name stays as it is where the set names its one platform.
            let full = keys["platform"] != nil && platforms.count == 1 ? name : "\(name)-\(platform.rawValue)"
            var base = preset.set(on: platform, name: full)
            if let setup {
                guard let own = try? LabOptionSet(name: full, platform: platform, kind: .app(setup)) else { return nil }
                base = own
            }
            return changed(base, options, named: full, keys["options"])
        }
    }

    /// The setup of the lab's own app, where the preset is one.
    private mutating func setup(_ keys: ScenarioGroup, _ preset: LabPreset) -> AppSetup? {
        let kind: AppKind? = preset == .footfall ? .footfall : preset == .plain ? .plain : nil
        guard let kind else {
            for value in [keys["app"], keys["plain"]].compactMap(\.self) {
                faults.add(value, "can't be combined with preset \(preset.rawValue), expected footfall or plain")
            }
            return nil
        }
        scenario.keys = keys
        var setup = scenario.app(on: nil)
        setup.kind = kind
        return setup
    }

    private mutating func changed(
        _ base: LabOptionSet,
        _ options: [String: Option],
        named name: String,
        _ value: ScenarioValue?
    ) -> LabOptionSet? {
        do {
            return try base.changing(options.mapValues(\.value), name: name)
        } catch let fault as LabOptionSet.Fault {
            let line = fault.path.flatMap { options[$0]?.line } ?? value?.line ?? 1
            faults.add(line, "sets.options", "\(base.platform.rawValue): \(fault.message)")
        } catch {
            faults.add(value?.line ?? 1, "sets.options", "\(error)")
        }
        return nil
    }

    private struct Option {
        let value: ConfigValue
        let line: Int
    }

    /// The options by path: nested mappings become dotted paths, unless the option's value is a mapping.
    private mutating func flattened(_ value: ScenarioValue, at path: String = "") -> [String: Option] {
        guard let mapping = value.node.mapping else {
            faults.add(value, "is not a group of options, expected for instance {stopDuration: 60}")
            return [:]
        }
        var options: [String: Option] = [:]
        for (key, node) in mapping {
            let name = path + (key.string ?? "")
            let line = key.mark?.line ?? value.line
            if node.mapping != nil, ConfigOption.named(name) == nil {
                let inner = ScenarioValue(node: node, key: value.key)
                options.merge(flattened(inner, at: name + ".")) { first, _ in first }
            } else {
                options[name] = Option(value: ConfigValue(node), line: line)
            }
        }
        return options
    }
}

extension ConfigValue {
    /// The value of a YAML node: an unquoted scalar is a number or a boolean where it reads as one.
    fileprivate init(_ node: Node) {
        if let mapping = node.mapping {
            let members = mapping.map { ($0.key.string ?? "", ConfigValue($0.value)) }
            self = .object(Dictionary(members) { first, _ in first })
        } else if let sequence = node.sequence {
            self = .list(sequence.map { ConfigValue($0) })
        } else if node.null != nil {
            self = .null
        } else {
            let text = node.scalar?.string ?? ""
            self = node.scalar?.style == .plain ? ConfigValue(plain: text) : .text(text)
        }
    }
}
