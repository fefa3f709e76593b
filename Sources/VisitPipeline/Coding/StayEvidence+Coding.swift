internal import GeofenceEngine

extension StayEvidence {
    /// The number of the bytes' format; one higher whenever what is written changes.
    private static let format: UInt8 = 2

    /// The evidence as it is stored with a stay.
    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(Self.format)
        writer.write(proof)
        writer.write(optional: departure) { $0.write($1) }
        writer.write(optional: passage) { $0.write($1) }
        writer.write(nightShare)
        writer.seal()
        return writer.bytes
    }

    /// Reads stored evidence.
    ///
    /// - Parameter bytes: what `encoded` made; of another version of the format, or damaged, they are no evidence: the visit
    ///   then keeps the verdict it has.
    init?(stored bytes: [UInt8]) {
        guard var reader = try? ByteReader(sealed: bytes), (try? reader.readByte()) == Self.format,
            let proof = try? reader.readProof()
        else { return nil }
        do throws(VisitPipelineError) {
            self.init(
                proof: proof,
                departure: try reader.readOptional { (reader) throws(VisitPipelineError) in try reader.readBoundary() },
                passage: try reader.readOptional { (reader) throws(VisitPipelineError) in try reader.readPassage() },
                nightShare: try reader.readDouble()
            )
        } catch {
            return nil
        }
    }
}
