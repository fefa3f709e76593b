internal import Foundation

extension StateJSON {
    /// Reads a value that `bytes(of:)` wrote, or Foundation's encoder.
    ///
    /// - Parameters:
    ///   - type: what it is.
    ///   - bytes: one JSON value in UTF-8.
    /// - Returns: the value as it was, infinities among its numbers too.
    /// - Throws: what `JSONDecoder` throws.
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
