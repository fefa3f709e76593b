internal import Foundation
internal import GeofenceEngine
internal import Yams

/// The state of reading one policy file: the policy so far, and the errors.
struct PolicyReading {
    private let file: String
    private(set) var policy = EvaluationPolicy.standard
    /// The errors, each as `file:line: key: …`.
    private(set) var faults: [String] = []

    init(file: String) { self.file = file }

    mutating func read(_ root: Node?) {
        guard let root, root.null == nil else {
            faults.append("\(file):1: the file is empty, expected for instance `base: standard`")
            return
        }
        guard let mapping = root.mapping else {
            fault(
                root,
                "policy",
                "is not a mapping, expected keys such as base, hygiene, evaluation, visits and confidence"
            )
            return
        }
        if let base = mapping["base"] { read(base: base) }
        policy.name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
        for (key, value) in mapping {
            let name = key.string ?? ""
            if let section = PolicyField.Section(rawValue: name) {
                read(value, as: section)
            } else if name == "name" {
                read(name: value)
            } else if name != "base" {
                let known = ["base", "name"] + PolicyField.Section.allCases.map(\.rawValue)
                fault(key, name, "is not a key of a policy, expected \(known.joined(separator: ", "))")
            }
        }
    }

    private mutating func read(base: Node) {
        guard let preset = EvaluationPolicy.preset(named: base.string ?? "") else {
            return fault(base, "base", "is `\(base.string ?? "")`, expected standard or bare")
        }
        policy = preset
    }

    private mutating func read(name: Node) {
        guard let text = name.string, EvaluationPolicy.isName(text) else {
            fault(name, "name", "is not a name, expected 1 to \(EvaluationPolicy.longestName) characters on one line")
            return
        }
        policy.name = text
    }

    private mutating func read(_ node: Node, as section: PolicyField.Section) {
        // A section without keys changes nothing.
        if node.null != nil { return }
        guard let mapping = node.mapping else {
            fault(node, section.rawValue, "is not a group of keys, expected for instance \(example(of: section))")
            return
        }
        let fields = PolicyField.all.filter { $0.section == section }
        for (key, value) in mapping {
            let name = key.string ?? ""
            // A policy file of an earlier version stays readable.
            if PolicyField.removed.contains("\(section.rawValue).\(name)") { continue }
            guard let field = fields.first(where: { $0.key == name }) else {
                let known = fields.map(\.key).joined(separator: ", ")
                fault(key, "\(section.rawValue).\(name)", "is not a key of \(section.rawValue), expected \(known)")
                continue
            }
            if let problem = field.read(value, into: &policy) {
                fault(value, "\(section.rawValue).\(name)", problem)
            }
        }
    }

    private func example(of section: PolicyField.Section) -> String {
        let field = PolicyField.all.first { $0.section == section }
        return field.map { "\($0.key): \($0.text(in: .standard))" } ?? ""
    }

    private mutating func fault(_ node: Node, _ key: String, _ problem: String) {
        faults.append("\(file):\(node.mark?.line ?? 1): \(key): \(problem)")
    }
}

extension PolicyReading {
    /// A string in double quotes, for YAML and JSON.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }
}
