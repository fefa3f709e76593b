internal import WireJSON

/// An object or a list under construction.
final class StateNode {
    let kind: Kind
    /// The members in the order in which they were appended; the keys of a list are empty.
    var members: [(key: String, value: Member)] = []

    enum Kind {
        case object
        case list
    }

    enum Member {
        /// No value yet.
        case missing
        case null
        case bool(Bool)
        case integer(Int64)
        case fraction(Double)
        case text(String)
        case node(StateNode)
        /// JSON already.
        case verbatim([UInt8])
    }

    init(_ kind: Kind) { self.kind = kind }

    func add(_ key: String, _ value: Member) { members.append((key, value)) }

    /// The object or list at an index; created where it does not exist yet.
    func child(_ kind: Kind, at index: Int) -> StateNode {
        if case .node(let node) = members[index].value, node.kind == kind { return node }
        let node = StateNode(kind)
        members[index].value = .node(node)
        return node
    }

    /// Sorts the members by the bytes of their keys; of a repeated key the last value is kept.
    private func sort() {
        func precedes(_ one: String, _ other: String) -> Bool { one.utf8.lexicographicallyPrecedes(other.utf8) }
        let isSorted = members.indices.dropFirst().allSatisfy { precedes(members[$0 - 1].key, members[$0].key) }
        guard !isSorted else { return }
        var order = Array(members.indices)
        order.sort { one, other in
            if precedes(members[one].key, members[other].key) { return true }
            return members[one].key == members[other].key && one < other
        }
        var sorted: [(key: String, value: Member)] = []
        sorted.reserveCapacity(members.count)
        for index in order {
            if sorted.last?.key == members[index].key { sorted.removeLast() }
            sorted.append(members[index])
        }
        members = sorted
    }

    func write(to bytes: inout [UInt8]) {
        if kind == .object { sort() }
        bytes.append(UInt8(ascii: kind == .object ? "{" : "["))
        for index in members.indices {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            if kind == .object {
                Self.write(members[index].key, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
            }
            members[index].value.write(to: &bytes)
        }
        bytes.append(UInt8(ascii: kind == .object ? "}" : "]"))
    }

    fileprivate static func write(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        JSONBytes.appendEscaped(text, to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }
}

extension StateNode.Member {
    /// An empty object where a value encoded nothing.
    func write(to bytes: inout [UInt8]) {
        switch self {
        case .missing: bytes.append(contentsOf: "{}".utf8)
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let bool): bytes.append(contentsOf: (bool ? "true" : "false").utf8)
        case .integer(let integer): bytes.append(contentsOf: integer.description.utf8)
        case .fraction(let fraction): Self.write(fraction, to: &bytes)
        case .text(let text): StateNode.write(text, to: &bytes)
        case .node(let node): node.write(to: &bytes)
        case .verbatim(let json): bytes.append(contentsOf: json)
        }
    }

    // The texts for numbers that JSON cannot represent.
    static let infinity = "inf"
    static let negativeInfinity = "-inf"
    static let notANumber = "nan"

    private static func write(_ fraction: Double, to bytes: inout [UInt8]) {
        guard fraction.isFinite else {
            let text = fraction.isNaN ? notANumber : fraction < 0 ? negativeInfinity : infinity
            return StateNode.write(text, to: &bytes)
        }
        if abs(fraction) < 1e15, let integer = Int64(exactly: fraction), integer != 0 || fraction.sign == .plus {
            bytes.append(contentsOf: integer.description.utf8)
        } else {
            bytes.append(contentsOf: fraction.description.utf8)
        }
    }

    /// `nil` for an object or a list.
    init?(leaf value: some Encodable) {
        switch value {
        case let text as String: self = .text(text)
        case let double as Double: self = .fraction(double)
        case let bool as Bool: self = .bool(bool)
        case let integer as Int: self = .integer(Int64(integer))
        case let integer as Int64: self = .integer(integer)
        case let float as Float: self = .fraction(Double(float.description) ?? Double(float))
        case let integer as any BinaryInteger: self = .verbatim(Array("\(integer)".utf8))
        default: return nil
        }
    }
}
