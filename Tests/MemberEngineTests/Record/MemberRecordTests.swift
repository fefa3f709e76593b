import DeviceEngine
import GeofenceEngine
import Interchange
import SeededRandom
import Testing
import TimelineTestSupport
import VisitModel

@testable import MemberEngine

@Suite("A member's records, carried as a value")
struct MemberRecordTests {
    private static func places(_ count: Int = 3) throws -> [Facility] {
        try (0..<count).map { try SmallPlaces.place($0, eastMeters: Double($0) * 800) }
    }

    private static func visitors(hours: Double, seed: UInt64) throws -> [TrackFix] {
        var random = SeededGenerator(seed: seed)
        var fixes = try Journey.random("ann-1", member: "ann", .ios, hours: hours, using: &random)
        fixes += try Journey.random("ann-2", member: "ann", .android, hours: hours, using: &random)
        return fixes.sorted { ($0.fix, $0.device) < ($1.fix, $1.device) }
    }

    private static func record(hours: Double = 60, seed: UInt64) throws -> (bytes: [UInt8], record: MemberRecord) {
        var members = CarriedMembers(facilities: try places())
        try members.ingest(try visitors(hours: hours, seed: seed), batchSize: 200)
        let bytes = try #require(members.states[MemberID("ann")])
        return (bytes, try MemberRecord(bytes))
    }

    @Test("its bytes restore an equal record", arguments: 0..<UInt64(3))
    func coding(seed: UInt64) throws {
        let (bytes, record) = try Self.record(seed: seed)
        #expect(record.devices.count == 2, "seed \(seed)")
        #expect(!record.visits.isEmpty, "seed \(seed)")
        #expect(record.encoded() == bytes, "seed \(seed)")
    }

    @Test("an empty record has bytes too")
    func empty() throws {
        let record = MemberRecord(of: try MemberID("ann"))
        #expect(try MemberRecord(record.encoded()) == record)
        #expect(record.dueAt == nil)
    }

    @Test("damaged bytes are refused with an error that says what to do")
    func damage() throws {
        let (bytes, _) = try Self.record(hours: 12, seed: 1)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var damaged = bytes
            damaged[Int.random(in: damaged.indices, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            #expect(throws: MemberEngineError(.damagedRecord, "")) { try MemberRecord(damaged) }
        }
        for length in [0, 1, 7, 8, 9, bytes.count / 2, bytes.count - 1] {
            #expect(throws: MemberEngineError(.damagedRecord, "")) { try MemberRecord(Array(bytes.prefix(length))) }
        }
        let error = #expect(throws: MemberEngineError.self) { try MemberRecord([]) }
        #expect(error?.message.contains("count the member's fixes again") == true)
    }

    @Test("bytes of any content with a valid checksum are read or refused", arguments: 0..<UInt64(4))
    func hostileBytes(seed: UInt64) throws {
        let (bytes, _) = try Self.record(hours: 12, seed: 1)
        var random = SeededGenerator(seed: seed)
        // One of each phone: late ones have the history read.
        let late = try Self.visitors(hours: 12, seed: 1).filter { $0.fix.time < SmallPlaces.minute(200) }.map { track in
            var track = track
            track.fix.time = track.fix.time.advanced(bySeconds: 1)
            return track
        }
        var readCount = 0
        for _ in 0..<300 {
            var content = Array(bytes.dropLast(8))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                content[Int.random(in: 1..<content.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let record = try? MemberRecord(Self.checksummed(content)) else { continue }
            readCount += 1
            // Most of the bytes are packed inputs and states, which are read when they are needed.
            var members = try CarriedMembers(facilities: Self.places())
            members.carry(record)
            try? members.ingest(late)
        }
        #expect(readCount > 0, "seed \(seed)")
    }

    /// The bytes with the digest that the record's coding appends.
    private static func checksummed(_ bytes: [UInt8]) -> [UInt8] {
        var digest = StableDigest()
        digest.combine(bytes: bytes[...])
        return bytes + withUnsafeBytes(of: digest.checksum.littleEndian) { Array($0) }
    }

    @Test("its size depends on the horizon and not on how long the member has been known")
    func size() throws {
        let facilities = try Self.places()
        var members = CarriedMembers(facilities: facilities)
        var sizes: [Int] = []
        let fixes = try Self.visitors(hours: 24 * 20, seed: 7)
        for day in 0..<20 {
            let start = SmallPlaces.minute(Double(day) * 1440)
            let end = SmallPlaces.minute(Double(day + 1) * 1440)
            try members.ingest(fixes.filter { $0.fix.time >= start && $0.fix.time < end })
            sizes.append(try #require(members.states[MemberID("ann")]).count)
        }
        let middle = try #require(sizes[5..<10].max())
        let last = try #require(sizes[15..<20].max())
        #expect(Double(last) < 1.3 * Double(middle), "sizes by day: \(sizes)")
    }

    @Test("a phone that is silent does not keep the history of the other one", arguments: [1, 12])
    func silentPhone(lastDay: Int) throws {
        var members = CarriedMembers(facilities: try Self.places())
        let fixes = try Self.visitors(hours: 24 * 40, seed: 7)
        var sizes: [Int] = []
        for day in 0..<40 {
            let start = SmallPlaces.minute(Double(day) * 1440)
            let end = SmallPlaces.minute(Double(day + 1) * 1440)
            try members.ingest(
                fixes.filter { track in
                    let isOff = track.device.text == "ann-1" && day >= lastDay
                    return track.fix.time >= start && track.fix.time < end && !isOff
                }
            )
            sizes.append(try #require(members.states[MemberID("ann")]).count)
        }
        let last = try #require(sizes[36..<40].max())
        let before = try #require(sizes[27..<31].max())
        #expect(Double(last) < 1.3 * Double(before), "sizes by day: \(sizes)")
    }

    @Test("a phone whose platform was unknown learns it, and keeps its number")
    func platform() throws {
        var members = CarriedMembers(facilities: try Self.places())
        var fixes = try Self.visitors(hours: 8, seed: 3).filter { $0.device.text == "ann-2" }
        for index in fixes.indices { fixes[index].platform = nil }
        try members.ingest(Array(fixes.prefix(20)))
        #expect(try device(members).platform == .ios)
        #expect(try !device(members).isPlatformKnown)
        fixes[20].platform = .android
        try members.ingest(Array(fixes[20...20]))
        #expect(try device(members) == Device(id: DeviceID("ann-2"), member: MemberID("ann"), platform: .android))
    }

    private func device(_ members: CarriedMembers) throws -> Device {
        let record = try MemberRecord(try #require(members.states[MemberID("ann")]))
        return try #require(record.devices.first).device
    }

    @Test("after an error nothing has changed")
    func failure() throws {
        let (_, whole) = try Self.record(seed: 2)
        // The first device is evaluated before the second one's state is read.
        var damaged = whole
        let state = try #require(whole.devices[1].state)
        damaged.devices[1] = DeviceRecord(
            whole.devices[1].device,
            key: whole.devices[1].key,
            state: StoredDeviceState(
                state: Array(state.state.dropLast()),
                format: state.format,
                policyVersion: state.policyVersion,
                newestFixAt: state.newestFixAt,
                dueAt: state.dueAt,
                revision: state.revision,
                clock: state.clock
            )
        )
        let before = damaged
        let world = try TimelineWorld()
        let context = EvaluationContext(
            world.context,
            FacilityDirectory(world.context.history.versions),
            observed: ObservedTimes(SmallPlaces.now)
        )
        let time = SmallPlaces.minute(100_000)
        let new = Device(id: try DeviceID("ann-3"), member: try MemberID("ann"), platform: .ios)
        let inputs = ([new] + whole.devices.map(\.device)).map { device in
            (device: device, inputs: MemberEvaluation.Inputs.validated([.passed(at: time)]))
        }
        let error = #expect(throws: MemberEngineError(.damagedRecord, "")) {
            try damaged.advance(by: inputs, list: nil, context)
        }
        #expect(error?.description.hasPrefix("the state of `ann` is damaged") == true)
        #expect(error?.description.contains("database") == false)
        #expect(damaged == before)
        #expect(throws: MemberEngineError(.repeatedDevice, "")) {
            try damaged.advance(by: [inputs[0], inputs[0]], list: nil, context)
        }
    }
}
