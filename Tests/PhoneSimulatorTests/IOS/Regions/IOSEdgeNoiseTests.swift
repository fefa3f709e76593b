import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Noise at the edge of a region on a simulated iPhone")
struct IOSEdgeNoiseTests {
    /// The number of reports of a phone that lies still on the edge for an hour, with a fix each 5 s of 25 m noise.
    private func emitted(seed: UInt64, profile: IOSRegionProfile) throws -> Int {
        var phone = IOSTestPhone(profile, seed: seed)
        var noise = SeededGenerator(seed: seed &* 977)
        #expect(try phone.add(iosCircle("gym", radius: 150)) == nil)
        for step in 0..<720 {
            try phone.read(at: Double(step * 5), east: 150 + 25 * noise.normal(), north: 25 * noise.normal())
        }
        return phone.decided.count
    }

    @Test("causes no report, for many seeds", arguments: UInt64(1)...50)
    func quiet(seed: UInt64) throws {
        #expect(try emitted(seed: seed, profile: IOSRegionProfile()) == 0, "seed \(seed)")
    }

    @Test("would flap without the buffer and the hold")
    func withoutHysteresis() throws {
        let profile = IOSRegionProfile(bufferMeters: 0, holdSeconds: 0)
        for seed in UInt64(1)...5 {
            #expect(try emitted(seed: seed, profile: profile) > 100, "seed \(seed)")
        }
    }
}
