internal import TrackingEngine
internal import VisitModel
internal import Yams

extension ScenarioReading {
    /// Takes the SDK and its options: `sdk` and `options`.
    ///
    /// - Parameters:
    ///   - app: gets them.
    ///   - platform: the phone's; `nil` where that is wrong already.
    mutating func readTracking(_ app: inout AppSetup, on platform: Platform?) {
        let sdks = AppKind.allCases.filter(\.usesServer)
        set(keys?["sdk"], &app.kind) { try $0.choice(sdks.map { (name: $0.rawValue, value: $0) }) }
        guard let value = keys?["options"], let platform else { return }
        switch app.kind {
        case .radar: set(value, &app.tracking.options) { try Self.radarOptions($0, platform) }
        case .transistor: set(value, &app.tracking.config) { try Self.config($0) }
        case .footfall, .plain, .gymvisits:
            let expectation = "expected sdk: transistor or radar"
            faults.add(value.line, "options", "stands without an SDK that has options, \(expectation)")
        }
    }

    /// A preset's name, or Radar's keys; what they leave out is the preset's that `preset` names.
    static func radarOptions(_ value: ScenarioValue, _ platform: Platform) throws -> RadarTrackingOptions {
        if value.node.scalar != nil {
            let presets = RadarPreset.allCases.map { (name: $0.rawValue.lowercased(), value: $0) }
            return RadarTrackingOptions(preset: try value.choice(presets), on: platform)
        }
        do {
            return try RadarTrackingOptions(json: try value.json(), platform: platform)
        } catch let error as TrackingEngineError {
            throw Problem("is wrong: \(error.message)")
        }
    }

    /// The groups of the SDK's configuration.
    static func config(_ value: ScenarioValue) throws -> ConfigPatch {
        do {
            return try ConfigPatch.read(json: try value.json()).patch
        } catch let error as TrackingEngineError {
            throw Problem("is wrong: \(error.message)")
        }
    }
}

extension ScenarioValue {
    /// The same as one JSON value: plain numbers, `true`, `false` and `null` are what they look like, all else is text.
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

/// A text as JSON has it (RFC 8259, section 7).
private func quotedJSON(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": json += "\\\""
        case "\\": json += "\\\\"
        case _ where scalar.value < 0x20:
            let digits = String(scalar.value, radix: 16)
            json += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: json.unicodeScalars.append(scalar)
        }
    }
    return json + "\""
}
