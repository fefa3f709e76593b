import Foundation

/// Holds JSON against a schema, as far as our OpenAPI document uses JSON Schema 2020-12.
///
/// A key that the schema does not name is a fault too, where it names any: what is answered has to be documented.
struct SchemaCheck {
    /// The whole document, for references.
    let document: JSONTree

    /// What is wrong, each with its place; nothing where all is well.
    func faults(_ value: JSONTree, _ schema: JSONTree, at place: String = "$") -> [String] {
        if let reference = schema["$ref"]?.text {
            guard let target = resolve(reference) else { return ["\(place): `\(reference)` is not there"] }
            return faults(value, target, at: place)
        }
        if let choices = schema["oneOf"]?.list {
            let all = choices.map { faults(value, $0, at: place) }
            let fitting = all.count { $0.isEmpty }
            return fitting == 1 ? [] : ["\(place): fits \(fitting) of \(choices.count) choices: \(all.flatMap(\.self))"]
        }
        if let wanted = schema["const"], wanted != value { return ["\(place): is not \(wanted)"] }
        if let words = schema["enum"]?.list, !words.contains(value) {
            return ["\(place): \(value) is none of \(words)"]
        }
        let types = schema["type"]?.list?.compactMap(\.text) ?? schema["type"]?.text.map { [$0] } ?? []
        guard types.isEmpty || types.contains(where: { value.isOfType($0) }) else {
            return ["\(place): \(value) is no \(types)"]
        }
        switch value {
        case .object(let members): return objectFaults(members, schema, place)
        case .list(let elements): return listFaults(elements, schema, place)
        case .number(let number): return numberFaults(number, schema, place)
        case .text(let text): return textFaults(text, schema, place)
        case .null, .flag: return []
        }
    }

    func resolve(_ reference: String) -> JSONTree? {
        reference.split(separator: "/").dropFirst().reduce(Optional(document)) { $0?[String($1)] }
    }

    private func objectFaults(_ members: [String: JSONTree], _ schema: JSONTree, _ place: String) -> [String] {
        let known = schema["properties"]?.object ?? [:]
        let required = Set((schema["required"]?.list ?? []).compactMap(\.text))
        var faults = required.subtracting(members.keys).sorted().map { "\(place).\($0): is missing" }
        for (key, value) in members {
            if let property = known[key] {
                faults += self.faults(value, property, at: "\(place).\(key)")
            } else if let other = schema["additionalProperties"], other.object != nil {
                faults += self.faults(value, other, at: "\(place).\(key)")
            } else if !known.isEmpty {
                faults.append("\(place).\(key): is not documented")
            }
        }
        return faults
    }

    private func listFaults(_ elements: [JSONTree], _ schema: JSONTree, _ place: String) -> [String] {
        var faults: [String] = []
        if let least = schema["minItems"]?.number, elements.count < Int(least) {
            faults.append("\(place): is too short")
        }
        if let most = schema["maxItems"]?.number, elements.count > Int(most) { faults.append("\(place): is too long") }
        guard let item = schema["items"] else { return faults }
        return faults + elements.enumerated().flatMap { self.faults($1, item, at: "\(place)[\($0)]") }
    }

    private func numberFaults(_ number: Double, _ schema: JSONTree, _ place: String) -> [String] {
        var faults: [String] = []
        if let least = schema["minimum"]?.number, number < least { faults.append("\(place): \(number) < \(least)") }
        if let most = schema["maximum"]?.number, number > most { faults.append("\(place): \(number) > \(most)") }
        return faults
    }

    private func textFaults(_ text: String, _ schema: JSONTree, _ place: String) -> [String] {
        var faults: [String] = []
        if let most = schema["maxLength"]?.number, text.count > Int(most) { faults.append("\(place): is too long") }
        if let least = schema["minLength"]?.number, text.count < Int(least) { faults.append("\(place): is too short") }
        if let pattern = schema["pattern"]?.text, text.range(of: pattern, options: .regularExpression) == nil {
            faults.append("\(place): `\(text)` does not match \(pattern)")
        }
        let isTime = (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)) != nil
        if schema["format"]?.text == "date-time", !isTime { faults.append("\(place): `\(text)` is not a time") }
        return faults
    }
}

extension JSONTree {
    fileprivate func isOfType(_ name: String) -> Bool {
        switch (self, name) {
        case (.null, "null"), (.flag, "boolean"), (.number, "number"), (.text, "string"), (.list, "array"),
            (.object, "object"):
            true
        case (.number(let number), "integer"): number == number.rounded()
        default: false
        }
    }
}
