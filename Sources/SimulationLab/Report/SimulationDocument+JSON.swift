internal import Foundation

extension SimulationDocument {
    /// The document as JSON (RFC 8259), with sorted keys, indented, with a final line break.
    ///
    /// - Returns: the text; the same for the same record, byte for byte.
    /// - Throws: what the encoder throws; no content of the document causes it.
    package func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
