package import WireJSON
package import VisitModel

extension JSONBytes {
    /// Writes a member that is a text.
    package mutating func member(_ key: StaticString, _ text: String) {
        self.key(key)
        self.text(text)
    }

    /// Writes a member that is `true` or `false`.
    package mutating func member(_ key: StaticString, _ bool: Bool) {
        self.key(key)
        self.bool(bool)
    }

    /// Writes a member that is a number.
    package mutating func member(_ key: StaticString, _ number: Double) {
        self.key(key)
        self.number(number)
    }

    /// Writes a member that is a whole number.
    package mutating func member(_ key: StaticString, _ integer: Int64) {
        self.key(key)
        self.integer(integer)
    }

    /// Writes a member that is a time, as a text.
    package mutating func member(_ key: StaticString, _ time: Timestamp) {
        member(key, time.wireText)
    }

    /// Writes a member that is an object of the app's own values, its keys in the order of the alphabet.
    package mutating func member(_ key: StaticString, _ object: [String: ConfigValue]) {
        self.key(key)
        value(.object(object))
    }

    /// Writes members of the app's own, in the order of the alphabet, so that equal values give equal bytes.
    package mutating func members(_ object: [String: ConfigValue]) {
        for (key, value) in object.sorted(by: { $0.key < $1.key }) {
            self.key(key)
            self.value(value)
        }
    }

    /// Writes any value.
    package mutating func value(_ value: ConfigValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .integer(let integer): self.integer(integer)
        case .fraction(let fraction): number(fraction)
        case .text(let text): self.text(text)
        case .list(let list):
            openList()
            for element in list { self.value(element) }
            closeList()
        case .object(let object):
            openObject()
            members(object)
            closeObject()
        }
    }
}
