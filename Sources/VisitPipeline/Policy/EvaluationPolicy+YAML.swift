internal import Foundation
package import GeofenceEngine
internal import VisitModel
internal import Yams

extension EvaluationPolicy {
    /// Returns the policy of a name given on the command line: `standard`, `bare`, or the path of a YAML file.
    ///
    /// Throws `VisitPipelineError` with code `unreadableFile` where the file can't be read, `policy` where its content
    /// is invalid.
    package static func named(_ name: String) throws(VisitPipelineError) -> EvaluationPolicy {
        if let preset = preset(named: name) { return preset }
        guard FileManager.default.fileExists(atPath: name) else {
            throw VisitPipelineError(
                .unreadableFile,
                "there is no policy `\(name)`; use standard, bare or a YAML file"
            )
        }
        let source = try ByteSource(path: name)
        var bytes: [UInt8] = []
        while let piece = try source.next() { bytes += piece }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw VisitPipelineError(.policy, "\(name):1: is not UTF-8 text, expected YAML")
        }
        return try EvaluationPolicy(yaml: text, file: name)
    }
}

extension EvaluationPolicy {
    /// Reads a policy from YAML.
    ///
    /// The file starts from `base` (`standard` by default, or `bare`) and changes the values that it names:
    ///
    /// ```yaml
    /// base: standard
    /// name: strict-dwell
    /// visits:
    ///   merge_gap_seconds: 300
    ///   counts_inferred: false
    /// ```
    ///
    /// An unknown key, and a value of a wrong type or out of range, is an error and not ignored: a misspelt threshold
    /// would otherwise have no effect.
    ///
    /// `file`, without its extension, is also the policy's name where the text has none. Throws `VisitPipelineError`
    /// with code `policy`; its message has a line `file:line: key: …` for each error.
    package init(yaml text: String, file: String) throws(VisitPipelineError) {
        // A byte order mark has no meaning in UTF-8 (Unicode Standard, 23.8).
        let text = text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
        let root: Node?
        do {
            root = try compose(yaml: text)
        } catch {
            throw VisitPipelineError(.policy, YAMLFault.lines(of: error, in: text, file: file, subject: "policy"))
        }
        var reading = PolicyReading(file: file)
        reading.read(root)
        guard reading.faults.isEmpty else {
            throw VisitPipelineError(.policy, reading.faults.joined(separator: "\n"))
        }
        self = reading.policy
    }

    /// The policy as YAML with every value; reading it returns an equal policy.
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
