import Interchange
import LongTests
import MemberEngine
import Testing
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

@Suite("A fast clock that is set right between two fixes of one delivery")
struct ClockSetRightTests {
    /// The fixes of a phone before, during and after 50 minutes at the first place.
    ///
    /// Its clock is ahead in some minutes; each delivery has so many fixes and is received with the last of them.
    private static func fixes(
        ahead minutes: Double,
        in spans: Range<Double>,
        each size: Int,
        after: [ClosedRange<Double>] = [50...140]
    ) throws -> [TrackFix] {
        var journey = try Journey()
        try journey.stay(-70...(-1), east: -2000)
        try journey.stay(0...49, east: 5)
        for span in after { try journey.stay(span, east: 2000) }
        let sent = journey.fixes.indices.map { index in
            journey.fixes[min(index / size * size + size, journey.fixes.count) - 1].fix.time.advanced(bySeconds: 1)
        }
        return zip(journey.fixes, sent).map { track, receivedAt in
            var track = track
            track.receivedAt = receivedAt
            if track.fix.time >= SmallWorld.minute(spans.lowerBound),
                track.fix.time < SmallWorld.minute(spans.upperBound)
            {
                track.fix.time = track.fix.time.advanced(bySeconds: minutes * 60)
            }
            return track
        }
    }

    struct Case: CustomTestStringConvertible {
        let ahead: Double
        let change: Double

        var testDescription: String { "\(ahead) min ahead until minute \(change)" }
    }

    private static let cases = [29.7, 30.3, 60.2, 180.4].flatMap { ahead in
        [8.0, 20, 27, 35].map { Case(ahead: ahead, change: $0) }
    }

    @Test("The visit is at its time, and the same where all is sent again", .long, arguments: cases, [20, 30, 45])
    func visit(_ row: Case, size: Int) throws {
        try expectVisit(Self.fixes(ahead: row.ahead, in: -100..<row.change, each: size), size: size)
    }

    @Test(
        "A clock that becomes fast in a delivery with a gap is corrected from its first fix on",
        arguments: [(30.3, 30), (60.2, 60)]
    )
    func becomesFast(ahead: Double, size: Int) throws {
        let after = [50.0...69, 80...88, 89...140]
        let fixes = try Self.fixes(ahead: ahead, in: 20..<1000, each: size, after: after)
        try expectVisit(fixes, size: size)
    }

    /// Expects one visit from minute 0 to 49, sent in deliveries or all again at once.
    private func expectVisit(_ fixes: [TrackFix], size: Int) throws {
        for batch in [size, 100_000] {
            let world = try SmallWorld()
            try world.ingest(fixes, batchSize: batch)
            let visits = try world.visits().filter { $0.enteredAt < SmallWorld.minute(60) }
            #expect(visits.count == 1 && visits.allSatisfy(\.isCounted), "batches of \(batch)")
            let visit = try #require(visits.first)
            #expect(abs(SmallWorld.minute(0).seconds(to: visit.enteredAt)) <= 120, "\(visit.enteredAt)")
            let exit = try #require(visit.exitedAt)
            #expect(abs(SmallWorld.minute(49).seconds(to: exit)) <= 120, "\(exit)")
            #expect(try world.ingest(fixes, batchSize: batch).stored == 0)
        }
    }
}
