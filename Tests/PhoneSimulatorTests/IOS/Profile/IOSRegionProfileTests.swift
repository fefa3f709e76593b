import PhoneSimulator
import Testing

@Suite("The numbers of a simulated iPhone")
struct IOSRegionProfileTests {
    @Test("are Apple's, and our assumptions where Apple names none")
    func defaults() {
        let profile = IOSRegionProfile()
        #expect(profile.slots == 20)
        #expect(profile.foreignRegions == 0)
        #expect(profile.maximumRadiusMeters == 1000)
        #expect(profile.bufferMeters == 100)
        #expect(profile.holdSeconds == 20)
        #expect(profile.failsReAddWithinSeconds == 0)
        #expect(profile.waitsForFirstUnlock)
        #expect(profile.relaunchRunSeconds == 10)
        #expect(profile.significantChangeMeters == 500)
        #expect(profile.significantChangeSeconds == 300)
    }

    @Test("stay in their ranges, for any terms", arguments: [-1, .nan, -.infinity] as [Double])
    func ranges(bad: Double) {
        let profile = IOSRegionProfile(
            slots: -3,
            foreignRegions: 5,
            maximumRadiusMeters: bad,
            bufferMeters: bad,
            enterBufferShare: bad,
            holdSeconds: bad,
            stateAnswerSeconds: bad,
            failsReAddWithinSeconds: bad,
            relaunchRunSeconds: bad,
            significantChangeMeters: bad,
            significantChangeSeconds: bad
        )
        #expect(profile.slots == 0)
        #expect(profile.foreignRegions == 0)
        let numbers = [
            profile.maximumRadiusMeters, profile.bufferMeters, profile.enterBufferShare, profile.holdSeconds,
            profile.stateAnswerSeconds, profile.failsReAddWithinSeconds, profile.relaunchRunSeconds,
            profile.significantChangeMeters, profile.significantChangeSeconds,
        ]
        #expect(numbers == Array(repeating: 0, count: numbers.count))
    }

    @Test("end at 200 m of buffer, the whole radius and all slots")
    func upperEnds() {
        let profile = IOSRegionProfile(foreignRegions: 21, bufferMeters: 201, enterBufferShare: 1.5)
        #expect(profile.foreignRegions == 20)
        #expect(profile.bufferMeters == 200)
        #expect(profile.enterBufferShare == 1)
    }
}
