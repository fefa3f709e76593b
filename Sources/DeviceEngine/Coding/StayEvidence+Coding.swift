internal import GeofenceEngine

extension StayEvidence {
    /// Incremented with every change of the encoding.
    private static let format: UInt8 = 4
    /// The earliest version that can still be decoded.
    private static let earliestFormat: UInt8 = 2
    /// The first version with the path and the earlier visits.
    private static let pathFormat: UInt8 = 3
    /// The first version with the interval at which the device reports while it moves.
    private static let movingIntervalFormat: UInt8 = 4

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
            (Self.earliestFormat...Self.format).contains(format)
        else { return nil }
        let (hasPath, hasMovingInterval) = (format >= Self.pathFormat, format >= Self.movingIntervalFormat)
        do throws(DeviceEngineError) {
            self.init(
                proof: try reader.readProof(hasPath: hasPath, hasMovingInterval: hasMovingInterval),
                departure: try reader.readBool() ? reader.readBoundary(hasMovingInterval: hasMovingInterval) : nil,
                passage: try reader.readBool() ? reader.readPassage() : nil,
                nightShare: try reader.readDouble(),
                earlierVisits: try hasPath ? reader.readDouble() : 0
            )
        } catch {
            return nil
        }
    }
}
