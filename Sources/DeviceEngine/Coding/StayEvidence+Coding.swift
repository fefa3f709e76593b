internal import GeofenceEngine

extension StayEvidence {
    /// The version of the encoding; incremented with every change of it.
    private static let format: UInt8 = 2

    /// The evidence, encoded for storage with its stay.
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(proof)
        writer.write(optional: departure) { $0.write($1) }
        writer.write(optional: passage) { $0.write($1) }
        writer.write(nightShare)
        writer.seal()
        return writer.bytes
    }

    /// Decodes stored evidence.
    ///
    /// The result is `nil` for damaged bytes and for another version of the encoding: the visit then keeps its verdict.
    package init?(stored bytes: [UInt8]) {
        guard var reader = try? ByteReader(sealed: bytes), (try? reader.readByte()) == Self.format,
            let proof = try? reader.readProof()
        else { return nil }
        do throws(DeviceEngineError) {
            self.init(
                proof: proof,
                departure: try reader.readOptional { (reader) throws(DeviceEngineError) in try reader.readBoundary() },
                passage: try reader.readOptional { (reader) throws(DeviceEngineError) in try reader.readPassage() },
                nightShare: try reader.readDouble()
            )
        } catch {
            return nil
        }
    }
}
