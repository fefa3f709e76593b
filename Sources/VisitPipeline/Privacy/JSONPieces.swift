internal import Foundation

/// Writes a JSON document piece by piece: objects and lists by hand, what is in them by the encoder.
struct JSONPieces {
    private let output: ([UInt8]) throws -> Void
    private let encoder: JSONEncoder
    private var buffer: [UInt8] = []
    /// Whether something stands before the next value, at each level that is open.
    private var isFollowing: [Bool] = [false]

    /// How many bytes are collected before they are handed on.
    private static let pieceLength = 1 << 16

    init(_ output: @escaping ([UInt8]) throws -> Void) {
        self.output = output
        self.encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    }

    /// Begins an object.
    mutating func begin() throws {
        separate()
        open("{")
    }

    /// Ends an object.
    mutating func end() throws { close("}") }

    /// Writes a member of the open object.
    mutating func member(_ name: String, _ value: some Encodable) throws {
        try self.name(name)
        buffer.append(contentsOf: try encoder.encode(value))
        try flush(atLeast: Self.pieceLength)
    }

    /// Writes a list as a member of the open object.
    mutating func list<Element>(
        _ name: String,
        _ elements: [Element],
        _ body: (inout JSONPieces, Element) throws -> Void
    ) throws {
        try self.name(name)
        open("[")
        for element in elements { try body(&self, element) }
        close("]")
    }

    /// Writes a value of the open list, on a line of its own.
    mutating func value(_ value: some Encodable) throws {
        separate()
        buffer.append(contentsOf: try encoder.encode(value))
        try flush(atLeast: Self.pieceLength)
    }

    /// Hands on what is left.
    mutating func finish() throws {
        buffer.append(UInt8(ascii: "\n"))
        try flush(atLeast: 1)
    }

    private mutating func name(_ name: String) throws {
        separate()
        buffer.append(contentsOf: try encoder.encode(name))
        buffer.append(contentsOf: ": ".utf8)
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        buffer.append(UInt8(ascii: bracket))
        isFollowing.append(false)
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        if isFollowing.removeLast() { buffer.append(UInt8(ascii: "\n")) }
        buffer.append(UInt8(ascii: bracket))
    }

    /// Parts the next value from the one before it.
    private mutating func separate() {
        let last = isFollowing.count - 1
        if isFollowing[last] { buffer.append(UInt8(ascii: ",")) }
        if last > 0 { buffer.append(UInt8(ascii: "\n")) }
        isFollowing[last] = true
    }

    private mutating func flush(atLeast length: Int) throws {
        guard buffer.count >= length else { return }
        try output(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}
