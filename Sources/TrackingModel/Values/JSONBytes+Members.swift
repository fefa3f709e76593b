package import VisitModel
package import WireJSON

extension JSONBytes {
    package mutating func member(_ key: StaticString, _ time: Timestamp) {
        member(key, time.wireText)
    }

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
