import GeofenceEngine
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine

@Suite("A device's timeline")
struct DeviceTimelineTests {
    @Test("the same inputs emit the same and end in the same bytes", arguments: 0..<UInt64(4))
    func repeatable(seed: UInt64) throws {
        let world = try TimelineWorld()
        let inputs = try world.inputs(seed: seed)
        var runs: [(text: [String], bytes: [UInt8])] = []
        for _ in 0..<2 {
            var (timeline, journal) = (world.timeline(), TimelineJournal())
            for input in inputs { timeline.advance(input, world.context, into: &journal) }
            runs.append((journal.text, timeline.encoded()))
        }
        #expect(runs[0].text == runs[1].text, "seed \(seed)")
        #expect(runs[0].bytes == runs[1].bytes, "seed \(seed)")
    }

    @Test("a checkpoint is saved at the end of each completed segment, as the state was then")
    func savesStretches() throws {
        let world = try TimelineWorld()
        var (timeline, journal) = (world.timeline(), TimelineJournal())
        var before = timeline.encoded()
        var expected: [(Timestamp, [UInt8])] = []
        for input in try world.inputs(hours: 20, seed: 3) {
            let boundary = DeviceTimeline.boundary(before: input.time)
            if let last = timeline.lastInput, last.time <= boundary { expected.append((boundary, before)) }
            timeline.advance(input, world.context, into: &journal)
            before = timeline.encoded()
        }
        #expect(expected.count >= 2)
        #expect(journal.checkpoints.map(\.at) == expected.map(\.0))
        #expect(journal.checkpoints.map(\.state) == expected.map(\.1))
    }

    @Test(
        "a stretch ends a millisecond before a multiple of six hours, before 1970 too",
        arguments: [
            (0, -1), (1, -1), (21_599_999, -1), (21_600_000, 21_599_999), (-1, -21_600_001), (-21_600_000, -21_600_001),
        ] as [(Int64, Int64)]
    )
    func boundaries(time: Int64, boundary: Int64) {
        #expect(DeviceTimeline.boundary(before: Timestamp(milliseconds: time)).milliseconds == boundary)
    }
}
