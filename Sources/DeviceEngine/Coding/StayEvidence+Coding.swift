internal import GeofenceEngine

extension StayEvidence {
    /// Incremented with every change of the encoding.
    private static let format: UInt8 = 3
    /// The earliest version that can still be decoded: it has neither path nor earlier visits.
    private static let earliestFormat: UInt8 = 2

    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(proof)
        writer.write(optional: departure) { $0.write($1) }
        writer.write(optional: passage) { $0.write($1) }
        writer.write(nightShare)
        writer.write(earlierVisits)
        writer.appendChecksum()
        return writer.bytes
    }

    /// `nil` for damaged bytes and for an unknown version of the encoding: the visit then keeps its verdict.
    package init?(stored bytes: [UInt8]) {
        guard var reader = try? ByteReader(checksummed: bytes), let format = try? reader.readByte(),
            (Self.earliestFormat...Self.format).contains(format),
            let proof = try? reader.readProof(hasPath: format > Self.earliestFormat)
        else { return nil }
        do throws(DeviceEngineError) {
            self.init(
                proof: proof,
                departure: try reader.readBool() ? reader.readBoundary() : nil,
                passage: try reader.readBool() ? reader.readPassage() : nil,
                nightShare: try reader.readDouble(),
                earlierVisits: format > Self.earliestFormat ? try reader.readDouble() : 0
            )
        } catch {
            return nil
        }
    }
}
