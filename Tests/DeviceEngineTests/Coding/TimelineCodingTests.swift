import GeofenceEngine
import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import DeviceEngine

@Suite("Encoding of a device's state")
struct TimelineCodingTests {
    @Test("a decoded state encodes to the same bytes", arguments: 0..<UInt64(8))
    func stateComesBack(seed: UInt64) throws {
        let world = try TimelineWorld(seed % 2 == 0 ? .ios : .android)
        var timeline = world.timeline()
        var journal = TimelineJournal()
        #expect(try world.timeline(from: timeline.encoded()).encoded() == timeline.encoded())
        for input in try world.inputs(seed: seed) {
            timeline.advance(input, world.context, into: &journal)
            let bytes = timeline.encoded()
            #expect(try world.timeline(from: bytes).encoded() == bytes, "seed \(seed) at \(input.time)")
        }
        #expect(!journal.entries.isEmpty)
    }

    @Test("a restored state emits the same as one that never stopped", arguments: 0..<UInt64(8))
    func storedStateGoesOn(seed: UInt64) throws {
        let world = try TimelineWorld(places: 30, apart: 300, seed % 2 == 0 ? .ios : .android)
        let inputs = try world.inputs(seed: seed)
        var (whole, parted) = (world.timeline(), world.timeline())
        var (wholeJournal, partedJournal) = (TimelineJournal(), TimelineJournal())
        var random = SeededGenerator(seed: seed)
        var stops = (open: 0, all: 0)
        for input in inputs {
            whole.advance(input, world.context, into: &wholeJournal)
            if Int.random(in: 0..<4, using: &random) == 0 {
                parted = try world.timeline(from: parted.encoded())
                stops.all += 1
                if !parted.builder.open.isEmpty { stops.open += 1 }
            }
            parted.advance(input, world.context, into: &partedJournal)
        }
        #expect(stops.open > 0, "seed \(seed): never stopped within a visit")
        #expect(partedJournal.text == wholeJournal.text, "seed \(seed)")
        #expect(parted.encoded() == whole.encoded(), "seed \(seed)")
    }

    @Test("the state in the middle of a visit contains the visit, its doubt and the held fixes")
    func middleOfVisit() throws {
        let world = try TimelineWorld(.android)
        var timeline = world.timeline()
        var journal = TimelineJournal()
        var journey = try Journey("phone", .android)
        try journey.stay(0...20, east: 0)
        try journey.add(20.1, east: 400)
        try journey.add(20.2, east: 90_000)
        for track in journey.fixes { timeline.advance(.fix(track.fix), world.context, into: &journal) }
        let back = try world.timeline(from: timeline.encoded())
        #expect(back.builder == timeline.builder)
        #expect(back.builder.open.count == 1)
        #expect(back.evaluator == timeline.evaluator)
        #expect(back.evaluator.tracks.first?.departure != nil)
        #expect(back.hygiene == timeline.hygiene)
        #expect(back.hygiene.held != nil)
        #expect(back.registry == timeline.registry)
        #expect(back.registry.registered.count == 3)
        #expect(back.dwells == timeline.dwells)
        #expect(!back.dwells.isEmpty)
        #expect(back.lastInput == timeline.lastInput)
        #expect(back.newestSane == timeline.newestSane)
    }

    @Test("bytes of another format are reported")
    func otherFormat() throws {
        let world = try TimelineWorld()
        let bytes = world.timeline().encoded()
        expectDamaged("a later format") {
            _ = try DeviceTimeline(
                bytes,
                format: DeviceTimeline.format + 1,
                device: world.device,
                options: world.context.selection
            )
        }
    }

    @Test("a truncated state and one with further bytes are reported", arguments: 0..<UInt64(4))
    func cutStateIsTold(seed: UInt64) throws {
        let world = try TimelineWorld()
        let bytes = try Self.state(of: world, seed: seed)
        for length in bytes.indices {
            expectDamaged("seed \(seed), cut to \(length) of \(bytes.count) bytes") {
                _ = try world.timeline(from: Array(bytes.prefix(length)))
            }
        }
        expectDamaged("seed \(seed), a byte too many") { _ = try world.timeline(from: bytes + [0]) }
    }

    @Test("a garbled state is reported", arguments: 0..<UInt64(12))
    func garbledStateIsTold(seed: UInt64) throws {
        let world = try TimelineWorld(seed % 2 == 0 ? .ios : .android)
        let bytes = try Self.state(of: world, seed: seed)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let garbled = OddValues.garbled(bytes, using: &random)
            guard garbled != bytes else { continue }
            expectDamaged("seed \(seed)") { _ = try world.timeline(from: garbled) }
        }
    }

    @Test(
        "malformed bytes with a valid checksum are reported or read, and never stop the process",
        arguments: 0..<UInt64(12)
    )
    func checksummedNonsenseNeverTraps(seed: UInt64) throws {
        let world = try TimelineWorld(seed % 2 == 0 ? .ios : .android)
        let bytes = try Self.state(of: world, seed: seed).dropLast(8)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            var writer = ByteWriter()
            for byte in OddValues.garbled(Array(bytes), using: &random) { writer.write(byte) }
            writer.appendChecksum()
            expectDamagedOrNothing("seed \(seed)") { _ = try world.timeline(from: writer.bytes) }
        }
    }

    /// The longest encoded state of a random day, which contains most of what a state can.
    private static func state(of world: TimelineWorld, seed: UInt64) throws -> [UInt8] {
        var timeline = world.timeline()
        var journal = TimelineJournal()
        var fullest: [UInt8] = []
        for input in try world.inputs(seed: seed) {
            timeline.advance(input, world.context, into: &journal)
            let bytes = timeline.encoded()
            if bytes.count > fullest.count { fullest = bytes }
        }
        return fullest
    }
}
