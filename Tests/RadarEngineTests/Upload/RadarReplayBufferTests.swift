import RadarEngine
import SeededRandom
import Testing
import RadarEngine
import VisitModel

@Suite("Radar's replays")
struct RadarReplayBufferTests {
    static func record(
        _ id: Int,
        _ mode: RadarReplayMode,
        isStopped: Bool = false,
        source: RadarLocationSource = .backgroundLocation
    ) throws -> RadarTrackRecord {
        RadarTrackRecord(
            id: id,
            location: try RadarGround.location(at: Double(id)),
            source: source,
            isStopped: isStopped,
            isForeground: false,
            handledAt: RadarGround.time(Double(id) + 0.31),
            options: RadarGround.options(on: .ios) { $0.replay = mode }
        )
    }

    /// A request's kind and records as text, `replay 0* 1*`; a star marks a record with the replay flag.
    static func text(_ upload: RadarUpload) -> String {
        ([upload.kind.rawValue] + upload.records.map { "\($0.id)" + ($0.isReplayed ? "*" : "") })
            .joined(separator: " ")
    }

    @Test("none loses what fails, on every profile", arguments: [RadarReplayProfile.complete, .vendor])
    func none(profile: RadarReplayProfile) throws {
        var buffer = RadarReplayBuffer(profile: profile)
        let first = buffer.begin(try Self.record(0, .none, isStopped: true))
        _ = buffer.end(first.id, succeeded: false)
        #expect(Self.text(buffer.begin(try Self.record(1, .none))) == "track 1")
        #expect(buffer.waiting.isEmpty)
        #expect(buffer.failedStop == nil)
    }

    @Test("all takes what failed along, oldest first, each with a date and the word that it is a replay")
    func all() throws {
        var buffer = RadarReplayBuffer()
        for id in 0..<3 {
            let upload = buffer.begin(try Self.record(id, .all))
            #expect(Self.text(upload) == ["track 0", "replay 0* 1*", "replay 0* 1* 2*"][id])
            #expect(buffer.end(upload.id, succeeded: false) == upload)
        }
        let upload = buffer.begin(try Self.record(3, .all))
        #expect(Self.text(upload) == "replay 0* 1* 2* 3*")
        for record in upload.records {
            #expect(record.updatedAtMsDiff == nil)
            #expect(record.updatedAtMs == record.location.fix.time.milliseconds + 310)
        }
        _ = buffer.end(upload.id, succeeded: true)
        #expect(buffer.waiting.isEmpty)
        let next = buffer.begin(try Self.record(4, .all))
        #expect(Self.text(next) == "track 4")
        #expect(next.records[0].updatedAtMsDiff == 310)
        #expect(next.records[0].updatedAtMs == nil)
    }

    @Test("only one replay is in flight at a time, and its success removes exactly what it carried")
    func oneAtATime() throws {
        var buffer = RadarReplayBuffer()
        let first = buffer.begin(try Self.record(0, .all))
        _ = buffer.end(first.id, succeeded: false)
        let replay = buffer.begin(try Self.record(1, .all))
        let meanwhile = buffer.begin(try Self.record(2, .all))
        #expect(Self.text(replay) == "replay 0* 1*")
        #expect(Self.text(meanwhile) == "track 2")
        _ = buffer.end(meanwhile.id, succeeded: false)
        #expect(buffer.waiting.map(\.id) == [0, 2])
        _ = buffer.end(replay.id, succeeded: true)
        #expect(buffer.waiting.map(\.id) == [2])
        #expect(buffer.end(replay.id, succeeded: false) == nil)
        #expect(buffer.waiting.map(\.id) == [2])
        #expect(Self.text(buffer.begin(try Self.record(3, .all))) == "replay 2* 3*")
    }

    @Test("the vendor keeps 120, and drops the oldest; under the reference profile all stay")
    func cap() throws {
        var vendor = RadarReplayBuffer(profile: .vendor)
        var complete = RadarReplayBuffer(profile: .complete)
        for id in 0..<125 {
            let record = try Self.record(id, .all)
            _ = vendor.end(vendor.begin(record).id, succeeded: false)
            _ = complete.end(complete.begin(record).id, succeeded: false)
        }
        #expect(vendor.waiting.map(\.id) == Array(5..<125))
        #expect(complete.waiting.map(\.id) == Array(0..<125))
    }

    @Test("above 50 the vendor stores four of five, and keeps all in memory", arguments: [50, 51, 60])
    func thinning(count: Int) throws {
        for (profile, thins) in [(RadarReplayProfile.vendor, count > 50), (.complete, false)] {
            var buffer = RadarReplayBuffer(profile: profile)
            for id in 0..<count {
                _ = buffer.end(buffer.begin(try Self.record(id, .all)).id, succeeded: false)
            }
            #expect(buffer.waiting.count == count)
            let stored = try RadarGround.reborn(buffer)
            #expect(stored.waiting.map(\.id) == (0..<count).filter { !thins || $0 % 5 != 4 })
        }
    }

    @Test(
        "stops keeps failed stops that the app did not request",
        arguments: [
            (true, RadarLocationSource.backgroundLocation, true), (false, .backgroundLocation, false),
            (true, .foregroundLocation, false), (true, .manualLocation, false), (true, .geofenceEnter, true),
        ]
    )
    func stops(isStopped: Bool, source: RadarLocationSource, isKept: Bool) throws {
        let record = try Self.record(0, .stops, isStopped: isStopped, source: source)
        var complete = RadarReplayBuffer(profile: .complete)
        _ = complete.end(complete.begin(record).id, succeeded: false)
        #expect(complete.waiting.map(\.id) == (isKept ? [0] : []))
        #expect(complete.failedStop == nil)
        var vendor = RadarReplayBuffer(profile: .vendor)
        _ = vendor.end(vendor.begin(record).id, succeeded: false)
        #expect(vendor.failedStop?.id == (isKept ? 0 : nil))
        #expect(vendor.waiting.isEmpty)
    }

    @Test("every failed stop goes with the next update; the vendor keeps the last one only, and any success clears it")
    func severalStops() throws {
        var complete = RadarReplayBuffer(profile: .complete)
        var vendor = RadarReplayBuffer(profile: .vendor)
        for id in 0..<3 {
            let record = try Self.record(id, .stops, isStopped: id != 1)
            _ = complete.end(complete.begin(record).id, succeeded: false)
            _ = vendor.end(vendor.begin(record).id, succeeded: false)
        }
        #expect(Self.text(complete.begin(try Self.record(3, .stops))) == "replay 0* 2* 3*")
        #expect(vendor.failedStop?.id == 2)
        let success = vendor.begin(try Self.record(3, .stops))
        #expect(Self.text(success) == "track 3")
        _ = vendor.end(success.id, succeeded: true)
        #expect(vendor.failedStop == nil)
    }

    @Test("uploads in flight when the process ended count as failed")
    func abandon() throws {
        var buffer = RadarReplayBuffer()
        _ = buffer.end(buffer.begin(try Self.record(0, .all)).id, succeeded: false)
        _ = buffer.begin(try Self.record(1, .all))
        _ = buffer.begin(try Self.record(2, .all))
        _ = buffer.begin(try Self.record(3, .none))
        buffer = try RadarGround.reborn(buffer)
        buffer.abandon()
        #expect(buffer.underWay.isEmpty)
        #expect(Self.text(buffer.begin(try Self.record(4, .all))) == "replay 0* 1* 2* 4*")
    }

    @Test("under replay all nothing is lost and nothing goes twice without the replay flag, in any order of failures")
    func nothingIsLost() throws {
        for seed in UInt64(1)...20 {
            var generator = RadarGenerator(seed: seed)
            var buffer = RadarReplayBuffer()
            var delivered: Set<Int> = []
            var sent: Set<Int> = []
            var next = 0
            for step in 0..<120 {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0..<5:
                    let upload = buffer.begin(try Self.record(next, .all))
                    next += 1
                    for record in upload.records {
                        let isFirst = sent.insert(record.id).inserted
                        #expect(isFirst || record.isReplayed, "seed \(seed), step \(step), record \(record.id)")
                    }
                case 5..<9:
                    guard let upload = buffer.underWay.randomElement(using: &generator) else { continue }
                    let succeeded = Bool.random(using: &generator)
                    _ = buffer.end(upload.id, succeeded: succeeded)
                    if succeeded { delivered.formUnion(upload.records.map(\.id)) }
                default:
                    buffer = try RadarGround.reborn(buffer)
                    buffer.abandon()
                }
                let held = Set(buffer.waiting.map(\.id)).union(buffer.underWay.flatMap { $0.records.map(\.id) })
                #expect(delivered.union(held) == Set(0..<next), "seed \(seed), step \(step)")
                #expect(Set(buffer.waiting.map(\.id)).count == buffer.waiting.count, "seed \(seed), step \(step)")
                #expect(buffer.underWay.count { $0.kind == .replay } <= 1, "seed \(seed), step \(step)")
            }
        }
    }
}
