internal import GeofenceEngine

/// The version of the encoding of a stay's evidence; one more with every change of it.
enum EvidenceVersion: UInt8, Comparable {
    /// The earliest that can still be decoded.
    case earliest = 2
    /// The first with the path and the earlier visits.
    case path = 3
    /// The first with the interval at which the device reports while it moves.
    case movingInterval = 4
    /// The first with the drift, the fingerprint and jumps.
    case drift = 5

    static let current = EvidenceVersion.drift

    static func < (left: EvidenceVersion, right: EvidenceVersion) -> Bool { left.rawValue < right.rawValue }
}

extension StayEvidence {
    package func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.write(EvidenceVersion.current.rawValue)
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
            let version = EvidenceVersion(rawValue: format)
        else { return nil }
        do throws(DeviceEngineError) {
            self.init(
                proof: try reader.readProof(version),
                departure: try reader.readBool() ? reader.readBoundary(version) : nil,
                passage: try reader.readBool() ? reader.readPassage() : nil,
                nightShare: try reader.readDouble(),
                earlierVisits: try version >= .path ? reader.readDouble() : 0
            )
        } catch {
            return nil
        }
    }
}
