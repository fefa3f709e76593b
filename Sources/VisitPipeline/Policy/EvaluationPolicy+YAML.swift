package import GeofenceEngine
internal import Yams

extension EvaluationPolicy {
    /// Reads a policy from YAML.
    ///
    /// The file begins from `base` (`standard` where it does not say, or `bare`) and changes what it names:
    ///
    /// ```yaml
    /// base: standard
    /// name: strict-dwell
    /// visits:
    ///   merge_gap_seconds: 300
    ///   counts_inferred: false
    /// ```
    ///
    /// A key that is unknown, of a wrong type or out of range is refused and not passed over: a misspelt threshold would
    /// otherwise be no threshold.
    ///
    /// - Parameters:
    ///   - text: the YAML.
    ///   - file: the file's name, for messages; also the policy's name where the text has none, without its ending.
    /// - Throws: `VisitPipelineError` with code `policy`, whose message has a line `file:line: key: …` for each fault.
    package init(yaml text: String, file: String) throws(VisitPipelineError) {
        let root: Node?
        do {
            root = try compose(yaml: text)
        } catch {
            throw VisitPipelineError(.policy, PolicyReading.message(of: error, file: file))
        }
        var reading = PolicyReading(file: file)
        reading.read(root)
        guard reading.faults.isEmpty else {
            throw VisitPipelineError(.policy, reading.faults.joined(separator: "\n"))
        }
        self = reading.policy
    }

    /// The policy as YAML that names every value, and reads back equal.
    package var yaml: String {
        var text = "name: \(PolicyReading.quoted(name))\n"
        for section in PolicyField.Section.allCases {
            text += "\(section.rawValue):\n"
            for field in PolicyField.all where field.section == section {
                text += "  \(field.key): \(field.text(in: self))\n"
            }
        }
        return text
    }
}
