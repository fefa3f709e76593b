internal import Foundation
package import TrackingModel

extension ConfigValue {
    /// Reads a JSON document.
    package static func json(_ bytes: [UInt8]) throws -> ConfigValue {
        try JSONDecoder().decode(ConfigValue.self, from: Data(bytes))
    }

    /// Reads a JSON document.
    package static func json(_ text: String) throws -> ConfigValue { try json(Array(text.utf8)) }

    /// A value within objects, for instance `coords.latitude`.
    package subscript(path path: String) -> ConfigValue? {
        var value: ConfigValue? = self
        for key in path.split(separator: ".") {
            guard case .object(let object)? = value else { return nil }
            value = object[String(key)]
        }
        return value
    }

    /// The keys of an object.
    package var keys: [String] {
        guard case .object(let object) = self else { return [] }
        return object.keys.sorted()
    }
}
