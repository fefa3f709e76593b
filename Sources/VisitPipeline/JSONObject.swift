/// A JSON object with its members by name, in no particular order.
package struct JSONObject: Encodable, Sendable {
    private var members: [String: (any Encodable & Sendable)?] = [:]

    package init() {}

    /// Assigning `nil` writes null; a member that is never assigned is absent.
    package subscript(_ name: String) -> (any Encodable & Sendable)? {
        get { members[name] ?? nil }
        set { members.updateValue(newValue, forKey: name) }
    }

    /// Adds a member, which is absent where the value is `nil`.
    package mutating func add(_ name: String, ifPresent value: (some Encodable & Sendable)?) {
        if let value { self[name] = value }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members {
            let key = Name(stringValue: name)
            if let value { try container.encode(value, forKey: key) } else { try container.encodeNil(forKey: key) }
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
