/// Writes what is to outlive a process as JSON: the same values give the same bytes.
///
/// For states that are written after every reading. Foundation's encoder makes a tree of values and sorts it, which costs
/// several times as much; `read(_:from:)` reads either. Keys are in the order of their bytes. Numbers for which JSON has no
/// form are the texts `inf`, `-inf` and `nan`.
public enum StateJSON {
    /// Writes a value.
    ///
    /// - Parameter value: what is to be kept.
    /// - Returns: one JSON value in UTF-8.
    /// - Throws: what the value throws.
    public static func bytes(of value: some Encodable) throws -> [UInt8] {
        let root = StateNode(.list)
        root.add("", .missing)
        try value.encode(to: StateEncoder(parent: root, place: 0))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        root.members[0].value.write(to: &bytes)
        return bytes
    }
}

/// An encoder for the value at one place of an object or a list.
package struct StateEncoder: Encoder {
    let parent: StateNode
    let place: Int

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(StateObject<Key>(node: parent.child(.object, at: place)))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { StateList(node: parent.child(.list, at: place)) }

    package func singleValueContainer() -> any SingleValueEncodingContainer { StateValue(parent: parent, place: place) }

    /// Takes a value that is JSON already.
    package func append(verbatim json: [UInt8]) { parent.members[place].value = .verbatim(json) }
}
