internal import Foundation

/// A writer of a JSON document in pieces: objects and lists are written directly, their values by the encoder.
struct JSONPieces {
    private let output: ([UInt8]) throws -> Void
    private let encoder: JSONEncoder
    private var buffer: [UInt8] = []
    /// Whether a comma is needed before the next value, at each open level.
    private var isFollowing: [Bool] = [false]

    /// The number of bytes that are buffered before they are written.
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

    /// Writes a value of the open list, on its own line.
    mutating func value(_ value: some Encodable) throws {
        separate()
        buffer.append(contentsOf: try encoder.encode(value))
        try flush(atLeast: Self.pieceLength)
    }

    /// Writes the rest of the buffer.
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

    /// Writes the separator before the next value.
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
