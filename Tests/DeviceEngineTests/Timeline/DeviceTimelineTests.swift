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

    @Test("inputs give the same checkpoints and bytes one reading at a time and many at once", arguments: 0..<UInt64(4))
    func partsOfInputs(seed: UInt64) throws {
        let world = try TimelineWorld()
        // Each fix with a transition report comes again without: both are one reading.
        let inputs = try world.inputs(hours: 20, seed: seed).flatMap { input in
            if case .reported(_, _, let fix) = input { [input, .fix(fix)] } else { [input] }
        }
        var readings: [ArraySlice<DeviceInput>] = []
        while let start = readings.last?.endIndex ?? inputs.indices.first, start < inputs.count {
            let end = inputs[start].hasTransitionReport ? inputs.endOfReading(from: start) : start + 1
            readings.append(inputs[start..<end])
        }
        #expect(readings.contains { $0.count > 1 })
        var expected: (text: [String], bytes: [UInt8])?
        for size in [1, 2, 7, readings.count] {
            var (timeline, journal) = (world.timeline(), TimelineJournal())
            for start in stride(from: 0, to: readings.count, by: size) {
                let part = readings[start..<min(start + size, readings.count)]
                timeline.advance(through: part.flatMap(\.self), world.context, into: &journal)
                #expect(timeline.lastInput?.time == part.last?.last?.time)
            }
            #expect(journal.checkpoints.count >= 2)
            let found = (text: journal.text, bytes: timeline.encoded())
            if let expected {
                #expect(found.text == expected.text, "seed \(seed), \(size) readings at a time")
                #expect(found.bytes == expected.bytes, "seed \(seed), \(size) readings at a time")
            } else {
                expected = found
            }
        }
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
