internal import Foundation
package import VisitModel
package import WireJSON

/// A JSON value of any kind in a configuration document.
///
/// `HttpConfig.params` and `PersistenceConfig.extras` carry the app's own values; the type of every other option is
/// validated when it is parsed.
public enum ConfigValue: Hashable, Sendable {
    /// Null, which unsets an optional option.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without a fraction.
    case integer(Int64)
    /// A number with a fraction, or too large for an integer.
    ///
    /// `number(_:)` chooses between the two cases, as the decoding of a document does.
    case fraction(Double)
    /// A text.
    case text(String)
    /// A list.
    case list([ConfigValue])
    /// An object.
    case object([String: ConfigValue])

    /// A number, as an integer where it is one; the same case that decoding a document gives.
    public static func number(_ number: Double) -> ConfigValue {
        Int64(exactly: number).map(ConfigValue.integer) ?? .fraction(number)
    }

    /// The value where it is a number.
    public var number: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .fraction(let fraction): fraction
        default: nil
        }
    }
}

extension ConfigValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let text = try? container.decode(String.self) {
            // Before numbers: a decoder may be configured to parse some texts as infinities.
            self = .text(text)
        } else if let integer = try? container.decode(Int64.self) {
            self = .integer(integer)
        } else if let fraction = try? container.decode(Double.self) {
            self = .fraction(fraction)
        } else if let list = try? container.decode([ConfigValue].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: ConfigValue].self))
        }
    }

    /// Encodes the JSON value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .fraction(let fraction): try container.encode(fraction)
        case .text(let text): try container.encode(text)
        case .list(let list): try container.encode(list)
        case .object(let object): try container.encode(object)
        }
    }
}

extension ConfigValue: CustomStringConvertible {
    /// The value as a message describes it, for instance `the text "fast"`.
    public var description: String {
        switch self {
        case .null: "null"
        case .bool(let bool): "\(bool)"
        case .integer(let integer): "the number \(integer)"
        case .fraction(let fraction): "the number \(fraction)"
        case .text(let text): "the text \"\(text)\""
        case .list: "a list"
        case .object: "an object"
        }
    }
}

extension ConfigValue {
    /// Reads UTF-8 JSON of any kind; throws with code `options` where the text is no JSON.
    package init(document: String) throws(TrackingEngineError) {
        do {
            self = try JSONDecoder().decode(ConfigValue.self, from: Data(document.utf8))
        } catch {
            throw TrackingEngineError(
                .options,
                "the configuration is not JSON, expected an object such as {\"geolocation\": {\"distanceFilter\": 20}}"
            )
        }
    }

    /// The value as JSON on one line, the keys in the order of the alphabet, so that equal values give equal texts.
    package var document: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Can't fail without infinities.
        guard let data = try? encoder.encode(representable) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }

    /// The value with null for each number that JSON can't represent.
    private var representable: ConfigValue {
        switch self {
        case .fraction(let number) where !number.isFinite: .null
        case .list(let list): .list(list.map(\.representable))
        case .object(let object): .object(object.mapValues(\.representable))
        default: self
        }
    }
}

extension JSONBytes {
    package mutating func member(_ key: StaticString, _ time: Timestamp) { member(key, time.wireText) }

    package mutating func member(_ key: StaticString, _ object: [String: ConfigValue]) {
        self.key(key)
        value(.object(object))
    }

    /// In the order of the alphabet, so that equal values give equal bytes.
    package mutating func members(_ object: [String: ConfigValue]) {
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            self.key(key)
            self.value(value)
        }
    }

    package mutating func value(_ value: ConfigValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .integer(let integer): self.integer(integer)
        case .fraction(let fraction): number(fraction)
        case .text(let text): self.text(text)
        case .list(let list): self.list(of: list) { $0.value($1) }
        case .object(let object): self.object { $0.members(object) }
        }
    }
}
