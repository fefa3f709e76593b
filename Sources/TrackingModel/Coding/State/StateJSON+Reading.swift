internal import Foundation

extension StateJSON {
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
