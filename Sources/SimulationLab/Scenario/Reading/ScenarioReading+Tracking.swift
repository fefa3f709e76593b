internal import Interchange
internal import RadarEngine
internal import TrackingModel
internal import TrackingEngine
internal import VisitModel
internal import WireJSON
internal import Yams

extension ScenarioReading {
    /// Reads `sdk` and `options`; `platform` is `nil` where it has an error already.
    mutating func readTracking(_ app: inout AppSetup, on platform: Platform?) {
        let sdks = AppKind.allCases.filter(\.usesServer)
        set(keys?["sdk"], &app.kind) { try $0.choice(sdks.map { (name: $0.rawValue, value: $0) }) }
        guard let value = keys?["options"], let platform else { return }
        switch app.kind {
        case .radar:
            var unknown: [String] = []
            set(value, &app.tracking.options) { try Self.radarOptions($0, platform, unknown: &unknown) }
            refuse(unknown, in: value, known: RadarTrackingOptions.keys(on: platform))
        case .transistor:
            var unknown: [String] = []
            set(value, &app.tracking.config) { try Self.config($0, unknown: &unknown) }
            refuse(unknown, in: value, known: ConfigOption.all.map(\.path))
        case .footfall, .plain, .gymvisits:
            let expectation = "expected sdk: transistor or radar"
            faults.add(value.line, "options", "needs an SDK with options, \(expectation)")
        }
    }

    /// Records unknown options, each at its line, with the name that was probably meant.
    private mutating func refuse(_ unknown: [String], in value: ScenarioValue, known: [String]) {
        for path in unknown {
            let hint = NearestName.find(path, in: known).map { "did you mean \(quoted($0))?" }
            let problem = "is not an option of the SDK, \(hint ?? "expected one of docs/options.md")"
            faults.add(value.line(of: path), "\(value.key).\(path)", problem)
        }
    }

    /// Reads a preset's name in any case, or Radar's keys; missing keys come from the preset that `preset` names.
    ///
    /// `unknown` receives the keys that are not options. Throws `Problem` for an invalid value of an option.
    static func radarOptions(
        _ value: ScenarioValue,
        _ platform: Platform,
        unknown: inout [String]
    ) throws -> RadarTrackingOptions {
        if value.node.scalar != nil {
            let names = RadarPreset.allCases.map(\.rawValue)
            let text = try value.text(names.joined(separator: ", "))
            guard let preset = RadarPreset(rawValue: text.lowercased()) else {
                throw Problem("is \(quoted(text)), expected \(names.joined(separator: ", "))")
            }
            return RadarTrackingOptions(preset: preset, on: platform)
        }
        do {
            var warnings: [ConfigurationWarning] = []
            let options = try RadarTrackingOptions(json: try value.json(), platform: platform, warnings: &warnings)
            let known = RadarTrackingOptions.keys(on: platform)
            unknown = warnings.filter { $0.code == .unknownKey }.map(\.option).filter { !known.contains($0) }
            return options
        } catch let error as TrackingEngineError {
            throw Problem("is invalid: \(error.message)")
        }
    }

    /// Reads the changes that the file makes to the SDK's configuration.
    ///
    /// `unknown` receives the paths that are not options. Throws `Problem` for an invalid value of an option.
    static func config(_ value: ScenarioValue, unknown: inout [String]) throws -> ConfigPatch {
        do {
            let (patch, warnings) = try ConfigPatch.read(json: try value.json())
            unknown = warnings.filter { $0.code == .unknownKey }.map(\.option)
            return patch
        } catch let error as TrackingEngineError {
            throw Problem("is invalid: \(error.message)")
        }
    }
}

extension ScenarioValue {
    /// The line of a key within this value, such as `app.notification.title`; the value's own where it is missing.
    fileprivate func line(of path: String) -> Int {
        guard let mapping = node.mapping else { return line }
        for (key, member) in mapping {
            guard let name = key.string else { continue }
            if name == path { return key.mark?.line ?? line }
            guard path.hasPrefix("\(name).") else { continue }
            return ScenarioValue(node: member, key: name).line(of: String(path.dropFirst(name.count + 1)))
        }
        return line
    }

    /// The value as JSON: unquoted numbers, `true`, `false` and `null` keep their type, everything else is text.
    func json() throws -> String {
        switch node {
        case .mapping(let mapping):
            let members = try mapping.map { key, node in
                let value = ScenarioValue(node: node, key: "\(self.key).\(key.string ?? "")")
                return "\(quotedJSON(key.string ?? "")):\(try value.json())"
            }
            return "{\(members.joined(separator: ","))}"
        case .sequence(let nodes):
            return "[\(try nodes.map { try ScenarioValue(node: $0, key: key).json() }.joined(separator: ","))]"
        case .scalar(let scalar):
            guard isPlain else { return quotedJSON(scalar.string) }
            if isNothing { return "null" }
            if ["true", "false"].contains(scalar.string) { return scalar.string }
            if let whole = Int64(scalar.string) { return "\(whole)" }
            if let number = Double(scalar.string), number.isFinite { return "\(number)" }
            return quotedJSON(scalar.string)
        case .alias: throw Problem("refers to another place of the file, expected a value")
        }
    }
}

/// A JSON string literal (RFC 8259, section 7).
private func quotedJSON(_ text: String) -> String {
    var json = JSONBytes(style: JSONStyle(isSpaced: false, shortEscapes: .none))
    json.text(text)
    return String(decoding: json.bytes, as: UTF8.self)
}
