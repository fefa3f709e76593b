internal import Foundation

/// A JSON encoder for the state that is stored across processes: equal values give equal bytes.
///
/// For states that are written after every fix. Foundation's encoder builds a tree of values and sorts it, which costs
/// several times as much; `read(_:from:)` decodes either. Keys are in byte order. Numbers that JSON cannot represent
/// are the texts `inf`, `-inf` and `nan`.
public enum StateJSON {
    /// Encodes a value as one JSON value in UTF-8.
    public static func bytes(of value: some Encodable) throws -> [UInt8] {
        let root = StateNode(.list)
        root.add("", .missing)
        try value.encode(to: StateEncoder(parent: root, index: 0))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(1024)
        root.members[0].value.write(to: &bytes)
        return bytes
    }

    /// Decodes a value from the output of `bytes(of:)` or of Foundation's encoder, including infinite numbers.
    public static func read<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let decoder = JSONDecoder()
        decoder.nonConformingFloatDecodingStrategy = .convertFromString(
            positiveInfinity: StateNode.Member.infinity,
            negativeInfinity: StateNode.Member.negativeInfinity,
            nan: StateNode.Member.notANumber
        )
        return try decoder.decode(type, from: Data(bytes))
    }
}

/// An encoder for the value at one index of an object or a list.
package struct StateEncoder: Encoder {
    let parent: StateNode
    let index: Int

    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(StateObject<Key>(node: parent.child(.object, at: index)))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer { StateList(node: parent.child(.list, at: index)) }

    package func singleValueContainer() -> any SingleValueEncodingContainer { StateValue(parent: parent, index: index) }

    package func append(verbatim json: [UInt8]) { parent.members[index].value = .verbatim(json) }
}
