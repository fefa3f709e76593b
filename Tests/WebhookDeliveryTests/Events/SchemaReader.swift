import Foundation
import Testing

/// Finds what the schemas of `docs/webhooks` say of a member; no more of JSON Schema than that.
///
/// `scripts/webhook-conformance` validates the examples in full, by a library.
struct SchemaReader {
    private let files: [String: [String: Any]]

    init() throws {
        let names = try ContractFolder.names(ending: ".schema.json").map { $0 + ".schema.json" }
        files = Dictionary(uniqueKeysWithValues: try names.map { ($0, try ContractFolder.object($0)) })
    }

    /// A place in a file, such as `visit.schema.json#/$defs/previous`.
    struct Place {
        let file: String
        let schema: [String: Any]
    }

    /// The whole schema of a file.
    func root(_ file: String) throws -> Place {
        Place(file: file, schema: try #require(files[file], "there is no \(file)"))
    }

    /// What a reference leads to.
    func follow(_ reference: String, from place: Place) throws -> Place {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let file = parts[0].isEmpty ? place.file : parts[0]
        var schema = try root(file).schema
        for step in parts.dropFirst().joined().split(separator: "/") {
            schema = try #require(schema[String(step)] as? [String: Any], "\(reference) leads nowhere")
        }
        return Place(file: file, schema: schema)
    }

    /// A schema, and all that it refers to.
    func layers(_ place: Place) throws -> [Place] {
        guard let reference = place.schema["$ref"] as? String else { return [place] }
        return [place] + (try layers(try follow(reference, from: place)))
    }

    /// What is said of a member of an object, layer by layer.
    func member(_ name: String, of place: Place) throws -> [Place] {
        try layers(place).compactMap { layer in
            let properties = layer.schema["properties"] as? [String: [String: Any]]
            return properties?[name].map { Place(file: layer.file, schema: $0) }
        }
    }

    /// The names of all members an object can have, those of objects within it with a dot: `data.facility.id`.
    func members(_ place: Place, prefix: String = "") throws -> Set<String> {
        var names: Set<String> = []
        for layer in try layers(place) {
            for name in (layer.schema["properties"] as? [String: Any] ?? [:]).keys {
                names.insert(prefix + name)
                for inner in try member(name, of: layer) {
                    names.formUnion(try members(inner, prefix: prefix + name + "."))
                }
            }
        }
        return names
    }

    /// The members that must be there.
    func required(_ place: Place) throws -> Set<String> {
        Set(try layers(place).flatMap { $0.schema["required"] as? [String] ?? [] })
    }
}
