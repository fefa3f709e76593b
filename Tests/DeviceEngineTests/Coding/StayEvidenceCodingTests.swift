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
            motion: .moving,
            movingIntervalSeconds: 4.5
        )
        var proof = FenceTrack.Proof(
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
        proof.drift = StayDrift(share: 3, time: 4, squaredTime: 9, offset: SIMD2(1, -2), offsetTime: SIMD2(0.5, 7))
        proof.fingerprint = TrackFingerprint(older: 1, newer: .max, least: 77)
        (proof.outsideSeconds, proof.arrival.isJump) = (95.5, true)
        return StayEvidence(
            proof: proof,
            departure: boundary,
            passage: Passage(pathMeters: 900, directMeters: 40),
            nightShare: 0.25,
            earlierVisits: 2.75
        )
    }

    @Test("evidence stored by an earlier version is read without what that did not have", arguments: [UInt8(2), 3, 4])
    func earlierFormat(format: UInt8) throws {
        var expected = try Self.evidence()
        if format < 3 { (expected.proof.path, expected.earlierVisits) = (nil, 0) }
        if format < 4 {
            expected.proof.arrival.movingIntervalSeconds = nil
            expected.departure?.movingIntervalSeconds = nil
        }
        expected.proof.arrival.isJump = false
        (expected.proof.drift, expected.proof.outsideSeconds) = (StayDrift(), 0)
        expected.proof.fingerprint = TrackFingerprint()
        var writer = ByteWriter()
        writer.write(format)
        writer.write(expected.proof, format: format)
        writer.write(optional: expected.departure) { $0.write($1, format: format) }
        writer.write(optional: expected.passage) { $0.write($1) }
        writer.write(expected.nightShare)
        if format >= 3 { writer.write(expected.earlierVisits) }
        writer.appendChecksum()
        #expect(StayEvidence(stored: writer.bytes) == expected)
    }

    @Test("encoded evidence is decoded unchanged")
    func roundTrip() throws {
        let evidence = try Self.evidence()
        #expect(StayEvidence(stored: evidence.encoded()) == evidence)
    }

    @Test("a track or a night with a number that no device can have reached is damaged")
    func absurd() throws {
        let key = try #require(FenceKey(exactly: 1))
        let proof = try Self.evidence().proof
        let repetitions = [
            FenceTrack.Repetition(fixes: .max, seconds: 60), FenceTrack.Repetition(fixes: 2, seconds: 1e30),
            FenceTrack.Repetition(fixes: 2, seconds: -1),
        ]
        func peak(count: Int32 = 2, _ logOddsInside: Float = 1, _ continuousSeconds: Float = 1) -> FenceTrack.Peak {
            FenceTrack.Peak(
                at: proof.lastAt,
                count: count,
                logOddsInside: logOddsInside,
                absentSeconds: 0,
                continuousSeconds: continuousSeconds
            )
        }
        func track(_ repetition: FenceTrack.Repetition?, _ peak: FenceTrack.Peak?) -> FenceTrack {
            FenceTrack(
                key: key,
                isConfirmed: true,
                enteredAt: proof.firstAt,
                approach: nil,
                proof: proof,
                lastFixAt: proof.lastAt,
                lastFixCoordinate: proof.position.origin,
                repetition: repetition,
                peak: peak
            )
        }
        for outsideAt in [nil, proof.lastAt] {
            var (known, writer) = (peak(), ByteWriter())
            known.outsideAt = outsideAt
            writer.write(track(nil, known))
            writer.appendChecksum()
            var reader = try ByteReader(checksummed: writer.bytes)
            #expect(try reader.readTrack() == track(nil, known))
        }
        let peaks = [peak(count: .max), peak(.nan), peak(1, .infinity)]
        for damaged in repetitions.map({ track($0, nil) }) + peaks.map({ track(nil, $0) }) {
            var writer = ByteWriter()
            writer.write(damaged)
            writer.appendChecksum()
            var reader = try ByteReader(checksummed: writer.bytes)
            #expect(throws: DeviceEngineError.self) { _ = try reader.readTrack() }
        }
        for day in [Int.max, .min] {
            var writer = ByteWriter()
            let place = NightPlace(position: proof.position, lastDay: day)
            writer.write(VisitBuilder(nightPlaces: NightPlaces(places: [place])))
            writer.appendChecksum()
            var reader = try ByteReader(checksummed: writer.bytes)
            #expect(throws: DeviceEngineError.self) { _ = try reader.readBuilder() }
        }
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

extension ByteWriter {
    /// A boundary as earlier versions wrote it: without the jump, and up to 3 without the mark of a missing interval.
    fileprivate mutating func write(_ boundary: StayBoundary, format: UInt8) {
        var bytes = ByteWriter()
        bytes.write(boundary)
        for byte in bytes.bytes.dropLast(format < 4 ? 2 : 1) { write(byte) }
    }

    /// A proof as earlier versions wrote it: with an earlier arrival, without the drift and what follows it, and before 3
    /// without the mark of a missing path.
    fileprivate mutating func write(_ proof: FenceTrack.Proof, format: UInt8) {
        var (whole, arrival) = (ByteWriter(), ByteWriter())
        whole.write(proof)
        arrival.write(proof.arrival)
        let starts = whole.bytes.indices.filter { whole.bytes[$0...].starts(with: arrival.bytes) }
        guard let start = starts.last else { return }
        for byte in whole.bytes[..<start] { write(byte) }
        write(proof.arrival, format: format)
        // Seven numbers of four bytes, two digests, the least digest in five bytes, and the seconds outside.
        let tail = 28 + 8 + 5 + 8 + (format < 3 ? 1 : 0)
        for byte in whole.bytes[(start + arrival.bytes.count)...].dropLast(tail) { write(byte) }
    }
}
