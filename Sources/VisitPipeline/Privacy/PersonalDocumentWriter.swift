internal import Foundation
internal import WireJSON

/// A writer of a JSON document in pieces, each member and element on a line of its own; Foundation encodes the values.
struct PersonalDocumentWriter {
    private let output: ([UInt8]) throws -> Void
    private let encoder = JSONEncoder()
    private var json = JSONBytes(style: .spaced)

    /// The number of bytes that are buffered before they are written.
    private static let pieceByteCount = 1 << 16

    init(output: @escaping ([UInt8]) throws -> Void) {
        self.output = output
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        json.openObject()
    }

    /// Writes an object as an element of the open list.
    mutating func object(_ members: (inout PersonalDocumentWriter) throws -> Void) throws {
        json.breakLine()
        json.openObject()
        try members(&self)
        closeLine()
        json.closeObject()
    }

    mutating func member(_ name: StaticString, _ value: some Encodable) throws {
        json.breakLine()
        json.key(name)
        try encode(value)
    }

    mutating func list<Element>(
        _ name: StaticString,
        _ elements: [Element],
        _ body: (inout PersonalDocumentWriter, Element) throws -> Void
    ) throws {
        json.breakLine()
        json.openList(name)
        for element in elements { try body(&self, element) }
        closeLine()
        json.closeList()
    }

    /// Writes an element of the open list.
    mutating func value(_ value: some Encodable) throws {
        json.breakLine()
        try encode(value)
    }

    /// Ends the document and writes the rest of the buffer.
    mutating func finish() throws {
        closeLine()
        json.closeObject()
        try flush()
        try output([UInt8(ascii: "\n")])
    }

    private mutating func encode(_ value: some Encodable) throws {
        json.verbatim(Array(try encoder.encode(value)))
        if json.bytes.count >= Self.pieceByteCount { try flush() }
    }

    /// Puts the closing bracket on a line of its own, except where nothing stands before it.
    private mutating func closeLine() {
        if !json.isContainerEmpty { json.breakLine() }
    }

    private mutating func flush() throws {
        var piece: [UInt8] = []
        json.drain(into: &piece)
        try output(piece)
    }
}
