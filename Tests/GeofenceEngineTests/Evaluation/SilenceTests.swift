import GeofenceEngine
import Testing
import VisitModel

@Suite("The effect of time gaps and changed fences on a stay")
struct SilenceTests {
    private static let stay = Step.every(60, from: 0, through: 1200)
    private static let visit = ["entered gym 0", "dwelled gym 600"]
    private static let hour = 3600.0

    private static let limitsRows = [
        TellingCase(
            "a fix outside after four hours still ends the stay where it says",
            stay + [Step(1200 + 4 * hour, east: 1150), Step(1230 + 4 * hour, east: 1150)],
            ["entered gym 0", "dwelled gym 600", "exited gym 8350 closed"]
        ),
        TellingCase(
            "after more than four hours the stay ended at its last proof",
            stay + [Step(1201 + 4 * hour, east: 1150)],
            visit + ["exited gym 1200 timed_out"]
        ),
        TellingCase(
            "and a fix inside begins another",
            stay + Step.every(60, from: 1201 + 4 * hour, through: 1261 + 4 * hour),
            visit + ["exited gym 1200 timed_out", "entered gym 15601"]
        ),
        TellingCase(
            "a phone that said it is still may be silent for sixteen hours",
            stay + [Step(1200, activity: .still), Step(1200 + 16 * hour)],
            visit
        ),
        TellingCase(
            "and not for longer",
            stay + [Step(1200, activity: .still), Step(1201 + 16 * hour)],
            visit + ["exited gym 1200 timed_out"]
        ),
        TellingCase(
            "the same for one that reported it had stopped",
            stay + [Step(1200, flags: .stationary), Step(1200 + 16 * hour)],
            visit
        ),
        TellingCase(
            "a report of moving inside takes that back",
            stay + [Step(1200, activity: .still), Step(1260, flags: .moving), Step(1261 + 4 * hour)],
            visit + ["exited gym 1260 timed_out"]
        ),
        TellingCase(
            "a fix that says nothing of motion does not",
            stay + [Step(1200, activity: .still), Step(1260), Step(1260 + 16 * hour)],
            visit
        ),
        TellingCase(
            "cell fixes do not break the silence",
            stay + Step.every(1800, from: 1800, through: 5 * hour, accuracy: 2000),
            visit + ["exited gym 1200 timed_out"]
        ),
        TellingCase(
            "fixes near the edge do, and the stay goes on",
            stay + Step.every(1800, from: 1800, through: 9 * hour, east: 160),
            visit
        ),
        TellingCase(
            "a stay without an event ends in silence without one",
            [Step(0), Step(30), Step(5 * hour, east: 1150)],
            []
        ),
    ]

    @Test(arguments: limitsRows)
    func fallsSilent(_ row: TellingCase) throws { try row.check() }

    @Test("a fence that is changed or retired ends its stay at the last proof, with the reason")
    func fenceChanged() throws {
        let other = try Ground.circle("pool", key: 2, east: 50)
        var run = try EngineRun([try Ground.circle(), other], Self.stay + [Step(1230, east: 400)])
        let key = try #require(FenceKey(exactly: 1))
        run.change(key)
        #expect(run.emitted == ["entered gym 0", "entered pool 0", "dwelled gym 600", "exited gym 1200 closed"])
        #expect(run.stays.first { $0.key == key }?.doubts == .facilityChanged)
        #expect(run.stays.first { $0.key != key }?.doubts == [])
        #expect(!run.evaluator.isTracking(key))
    }

    @Test("a changed fence with an unconfirmed entry ends without an event")
    func untoldFenceChanged() throws {
        var run = try EngineRun([try Ground.circle()], [Step(0)])
        run.change(try #require(FenceKey(exactly: 1)))
        #expect(run.emitted.isEmpty)
        #expect(run.evaluator.tracks.isEmpty)
    }

    @Test("a stay that its changed fence ended is not continued")
    func changedFenceDoesNotMerge() throws {
        var run = try EngineRun([try Ground.circle()], Self.stay)
        run.change(try #require(FenceKey(exactly: 1)))
        for step in Step.every(60, from: 1260, through: 1320) { run.ingest(step.fix) }
        #expect(run.emitted.suffix(2) == ["exited gym 1200 closed", "entered gym 1260"])
        #expect(run.stays.count == 2)
    }

    @Test(
        "the exit of a stay that timed out lies between its last proof and the end of the gap that was allowed",
        arguments: [(nil, 4.0), (Fix.Flags.stationary, 16)]
    )
    func timedOutBounds(flags: Fix.Flags?, hours: Double) throws {
        let last = Step(1200, east: 3, flags: flags ?? [])
        let steps = [Step(-1200, east: 9000), Step(-600, east: 4000)] + Self.stay.dropLast() + [last]
        let later = Step(1260 + hours * Self.hour, east: 9000)
        let visit = try #require(try ConfidenceRun([Ground.circle()], steps + [later]).visits.first)
        #expect(visit.status == .timedOut)
        let bounds = try #require(visit.assessment?.exitedBetween)
        #expect(bounds.lowerBound == Ground.noon.advanced(bySeconds: 1200))
        #expect(bounds.upperBound == Ground.noon.advanced(bySeconds: 1200 + hours * Self.hour))
    }
}
