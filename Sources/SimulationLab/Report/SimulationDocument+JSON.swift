internal import Foundation

extension SimulationDocument {
    /// The document as JSON (RFC 8259): keys in order, indented, with an end of line.
    ///
    /// - Returns: the text; the same for the same record, byte for byte.
    /// - Throws: what the encoder throws; nothing in the document can make it.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
