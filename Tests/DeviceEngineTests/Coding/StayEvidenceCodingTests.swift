import GeofenceEngine
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine

@Suite("Encoding of a stay's evidence")
struct StayEvidenceCodingTests {
    private static func evidence() throws -> StayEvidence {
        let (start, end) = (SmallPlaces.minute(0), SmallPlaces.minute(50))
        let middle = try Coordinate(latitude: 44.97, longitude: -93.26)
        let boundary = StayBoundary(
            earliest: start,
            latest: SmallPlaces.minute(1),
            gapSeconds: 61.5,
            edgeMeters: 12.25,
            motion: .moving
        )
        let proof = FenceTrack.Proof(
            firstAt: start,
            lastAt: end,
            count: 11,
            isSinglePosition: false,
            logOddsInside: 17.5,
            absentSeconds: 60,
            continuousSeconds: 2400,
            depthMeters: 80.5,
            isStationary: true,
            wasStationary: true,
            pace: .resting,
            hasMock: false,
            arrival: boundary,
            lastClearAt: nil,
            position: PositionSum(origin: middle, weight: 0.5, share: 9, north: 1e-6, east: -2e-6),
            path: StayPath(
                points: [
                    .init(time: start, latitudeE7: 449_700_001, longitudeE7: -932_600_000, accuracyDecimeters: 125),
                    .init(time: end, latitudeE7: 449_699_900, longitudeE7: -932_600_100, accuracyDecimeters: 65_535),
                ]
            )
        )
        return StayEvidence(
            proof: proof,
            departure: boundary,
            passage: Passage(pathMeters: 900, directMeters: 40),
            nightShare: 0.25,
            earlierVisits: 2.75
        )
    }

    @Test("evidence stored by the version before is read, without a path")
    func earlierFormat() throws {
        var expected = try Self.evidence()
        (expected.proof.path, expected.earlierVisits) = (nil, 0)
        var writer = ByteWriter()
        writer.write(UInt8(2))
        // Without the path, the encoding of a proof was the same but for the mark of its absence.
        var proof = ByteWriter()
        proof.write(expected.proof)
        for byte in proof.bytes.dropLast() { writer.write(byte) }
        writer.write(optional: expected.departure) { $0.write($1) }
        writer.write(optional: expected.passage) { $0.write($1) }
        writer.write(expected.nightShare)
        writer.appendChecksum()
        #expect(StayEvidence(stored: writer.bytes) == expected)
    }

    @Test("encoded evidence is decoded unchanged")
    func roundTrip() throws {
        let evidence = try Self.evidence()
        #expect(StayEvidence(stored: evidence.encoded()) == evidence)
    }

    @Test("damaged bytes, and those of another format, are refused")
    func damaged() throws {
        let bytes = try Self.evidence().encoded()
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x55
            #expect(StayEvidence(stored: changed) == nil, "byte \(index)")
        }
        for count in bytes.indices { #expect(StayEvidence(stored: Array(bytes.prefix(count))) == nil) }
    }
}
