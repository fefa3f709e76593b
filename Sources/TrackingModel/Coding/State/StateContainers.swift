struct StateObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: StateNode
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { node.add(key.stringValue, .null) }
    func encode(_ value: Bool, forKey key: Key) { node.add(key.stringValue, .bool(value)) }
    func encode(_ value: String, forKey key: Key) { node.add(key.stringValue, .text(value)) }
    func encode(_ value: Double, forKey key: Key) { node.add(key.stringValue, .fraction(value)) }
    func encode(_ value: Int, forKey key: Key) { node.add(key.stringValue, .integer(Int64(value))) }
    func encode(_ value: Int64, forKey key: Key) { node.add(key.stringValue, .integer(value)) }

    func encode(_ value: some Encodable, forKey key: Key) throws { try node.encode(value, key.stringValue) }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
        node.encoder(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        node.encoder(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { node.encoder("super") }
    func superEncoder(forKey key: Key) -> any Encoder { node.encoder(key.stringValue) }
}

struct StateList: UnkeyedEncodingContainer {
    let node: StateNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.members.count }

    func encodeNil() { node.add("", .null) }
    func encode(_ value: Bool) { node.add("", .bool(value)) }
    func encode(_ value: String) { node.add("", .text(value)) }
    func encode(_ value: Double) { node.add("", .fraction(value)) }
    func encode(_ value: Int) { node.add("", .integer(Int64(value))) }
    func encode(_ value: Int64) { node.add("", .integer(value)) }

    func encode(_ value: some Encodable) throws { try node.encode(value, "") }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.encoder("").container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { node.encoder("").unkeyedContainer() }
    func superEncoder() -> any Encoder { node.encoder("") }
}

struct StateValue: SingleValueEncodingContainer {
    let parent: StateNode
    let index: Int
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { parent.members[index].value = .null }
    func encode(_ value: Bool) { parent.members[index].value = .bool(value) }
    func encode(_ value: String) { parent.members[index].value = .text(value) }
    func encode(_ value: Double) { parent.members[index].value = .fraction(value) }
    func encode(_ value: Int) { parent.members[index].value = .integer(Int64(value)) }
    func encode(_ value: Int64) { parent.members[index].value = .integer(value) }

    func encode(_ value: some Encodable) throws {
        if let leaf = StateNode.Member(leaf: value) {
            parent.members[index].value = leaf
        } else {
            try value.encode(to: StateEncoder(parent: parent, index: index))
        }
    }
}

extension StateNode {
    fileprivate func encode(_ value: some Encodable, _ key: String) throws {
        // Values that are neither object nor list encode themselves through a `StateValue`.
        try value.encode(to: encoder(key))
    }

    /// Appends a member whose value is set later.
    fileprivate func encoder(_ key: String) -> StateEncoder {
        add(key, .missing)
        return StateEncoder(parent: self, index: members.count - 1)
    }
}
