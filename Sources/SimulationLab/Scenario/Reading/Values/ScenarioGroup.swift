internal import Yams

/// A mapping in a scenario file.
struct ScenarioGroup {
    private var values: [String: ScenarioValue] = [:]
    let line: Int

    /// Reads a mapping with known keys; fails where the value is not a mapping.
    init?(_ value: ScenarioValue, of name: String, prefix: String, known: [String], _ faults: inout ScenarioFaults) {
        line = value.line
        guard let mapping = value.node.mapping else {
            let what = value.isNothing ? "is empty" : "is not a group of keys"
            faults.add(value.line, value.key, "\(what), expected \(known.joined(separator: ", "))")
            return nil
        }
        for (key, node) in mapping {
            let text = key.string ?? ""
            guard known.contains(text) else {
                let expectation = known.joined(separator: ", ")
                faults.add(
                    key.mark?.line ?? value.line,
                    "\(prefix)\(text)",
                    "is not a key of \(name), expected \(expectation)"
                )
                continue
            }
            values[text] = ScenarioValue(node: node, key: prefix + text)
        }
    }

    /// `nil` where the file does not have the key.
    subscript(_ key: String) -> ScenarioValue? { values[key] }
}
