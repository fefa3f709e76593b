internal import Yams

/// A group of keys in a scenario file.
struct ScenarioGroup {
    private var values: [String: ScenarioValue] = [:]
    /// Where it begins.
    let line: Int

    /// Takes a group whose keys are all known.
    ///
    /// - Parameters:
    ///   - value: what stands behind the group's own key.
    ///   - name: what the group is, for messages: `a scenario`.
    ///   - prefix: what stands before its keys in messages: `phone.`.
    ///   - known: its keys.
    ///   - faults: gets the keys that are unknown; `nil` comes back where it is no group at all.
    init?(_ value: ScenarioValue, of name: String, prefix: String, known: [String], _ faults: inout ScenarioFaults) {
        line = value.line
        guard let mapping = value.node.mapping else {
            let what = value.isNothing ? "is empty" : "is no group of keys"
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
                    "is no key of \(name), expected \(expectation)"
                )
                continue
            }
            values[text] = ScenarioValue(node: node, key: prefix + text)
        }
    }

    /// What stands behind a key; `nil` where the file does not have it.
    subscript(_ key: String) -> ScenarioValue? { values[key] }
}
