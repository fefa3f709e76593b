import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import DeviceEngine

@testable import VisitPipeline

@Suite("A phone with a second clock, hours behind")
struct SecondClockTests {
    /// A phone of which some fixes of a visit are dated hours early, with the times at which they were received.
    private struct Scene {
        let right: [TrackFix]
        let wrong: [TrackFix]
        /// All of them, as they were taken and sent.
        let all: [TrackFix]

        /// Every `every`th fix of 50 minutes at the first place is `hours` behind.
        init(every: Int, hours: Double, isReceived: Bool = true) throws {
            var journey = try Journey()
            // At home, then silent but for a fix each half hour.
            try journey.stay(-330...(-301), east: -9000)
            try journey.stay(-240...(-120), east: -9000, every: 30)
            for minute in 0..<10 { try journey.add(Double(minute) - 10, east: Double(minute) * 200 - 2000) }
            for minute in 0..<50 { try journey.add(Double(minute), east: 5 + Double(minute % 3), north: 4) }
            for minute in 1...20 { try journey.add(49 + Double(minute), east: Double(minute) * 200) }
            var (right, wrong, all): ([TrackFix], [TrackFix], [TrackFix]) = ([], [], [])
            for var track in journey.fixes {
                track.receivedAt = isReceived ? track.fix.time.advanced(bySeconds: 1) : nil
                let minute = Int(SmallWorld.start.seconds(to: track.fix.time) / 60)
                let isWrong = (0..<50).contains(minute) && minute % every == 0 && track.fix.time >= SmallWorld.start
                if isWrong { track.fix.time = track.fix.time.advanced(bySeconds: -hours * 3600) }
                if isWrong { wrong.append(track) } else { right.append(track) }
                all.append(track)
            }
            (self.right, self.wrong, self.all) = (right, wrong, all)
        }

        /// The visits of its right fixes alone.
        func expected() throws -> [VisitFacts] {
            let world = try SmallWorld()
            try world.ingest(right)
            return try world.facts()
        }

        /// All of them in deliveries of some fixes, each received with its last fix.
        func delivered(by count: Int) -> [[TrackFix]] {
            stride(from: 0, to: all.count, by: count).map { start in
                var part = Array(all[start..<min(start + count, all.count)])
                let receivedAt = part.compactMap(\.receivedAt).max()
                for index in part.indices { part[index].receivedAt = receivedAt }
                return part
            }
        }
    }

    private static let every = [2, 3, 5]
    private static let hours = [1.0, 3, 4, 5]

    @Test(
        "A file gives one visit, whatever the size of its batches, and the same a second time",
        .long,
        arguments: every,
        hours
    )
    func file(every: Int, hours: Double) throws {
        let scene = try Scene(every: every, hours: hours)
        let expected = try scene.expected()
        #expect(expected.count == 1)
        for size in [1, 7, 100_000] {
            let world = try SmallWorld()
            let summary = try world.ingest(scene.all, batchSize: size)
            let comment: Comment = "batches of \(size)"
            expectSame(try world.facts(), expected, comment)
            #expect(summary.rejections == [.clockAlternates: scene.wrong.count], comment)
            #expect(summary.stored == scene.all.count, comment)
            #expect(try world.store.devices.find(DeviceID("phone"))?.clockSeemsBehind == true, comment)
            let dump = try world.dump()
            let again = try world.ingest(scene.all, batchSize: 9)
            #expect(again.stored == 0, comment)
            #expect(again.rejections == [.exactRepeat: scene.all.count], comment)
            expectSame(try world.dump(), dump, "a second time")
        }
    }

    @Test("So do deliveries of several fixes", .long, arguments: [2, 3], [1, 4, 10])
    func deliveries(every: Int, count: Int) async throws {
        for hours in Self.hours {
            let scene = try Scene(every: every, hours: hours)
            let world = try SmallWorld()
            let live = try LiveScene(world).live
            for part in scene.delivered(by: count) {
                let reports = LiveScene.reports(part)
                let receivedAt = part[0].receivedAt ?? SmallWorld.now
                _ = try await live.ingest(reports, receivedAt: receivedAt)
                // Sent again, because the answer was lost.
                let again = try await live.ingest(reports, receivedAt: receivedAt)
                #expect(again.summary.stored == 0)
            }
            await live.stop()
            expectSame(try world.facts(), try scene.expected(), "\(hours) h, \(count) at a time")
        }
    }

    @Test(
        "A file without receive times shows no second clock: all of its fixes are evaluated",
        arguments: every,
        hours
    )
    func noReceiveTimes(every: Int, hours: Double) throws {
        let scene = try Scene(every: every, hours: hours, isReceived: false)
        let world = try SmallWorld()
        #expect(try world.ingest(scene.all).rejections[.clockAlternates] == nil)
    }

    @Test("A shuffled file with receive times gives the same", .long, arguments: 0..<UInt64(8))
    func shuffled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let scene = try Scene(every: .random(in: 2...5, using: &random), hours: .random(in: 1...6, using: &random))
        let world = try SmallWorld()
        try world.ingest(scene.all.shuffled(using: &random))
        expectSame(try world.facts(), try scene.expected(), "seed \(seed)")
        let doubled = try SmallWorld()
        try doubled.ingest((scene.all + scene.all).shuffled(using: &random))
        expectSame(try doubled.facts(), try scene.expected(), "seed \(seed), doubled")
    }

    @Test(
        "Where every second fix is behind, by a time at which the phone sent nothing, their visit gets a doubt",
        .long,
        arguments: [3.0, 5, 7],
        [1, 5]
    )
    func undecided(hours: Double, interval: Int) throws {
        var journey = try Journey()
        for minute in stride(from: -60, to: 0, by: interval) { try journey.add(Double(minute), east: -9000) }
        for minute in stride(from: 0, to: 120, by: interval) { try journey.add(Double(minute), east: 5, north: 4) }
        for minute in stride(from: 120, to: 180, by: interval) { try journey.add(Double(minute), east: 9000) }
        let fixes = journey.fixes.enumerated().map { index, track in
            var track = track
            track.receivedAt = track.fix.time.advanced(bySeconds: 1)
            if index.isMultiple(of: 2) { track.fix.time = track.fix.time.advanced(bySeconds: -hours * 3600) }
            return track
        }
        // Three hours after its first fix they fall between fixes of the phone, which are dense enough to decide.
        let isDecided = hours == 3 && interval == 1
        for size in [1, 50, 100_000] {
            let world = try SmallWorld()
            let summary = try world.ingest(fixes, batchSize: size)
            let visits = try world.visits().sorted { $0.enteredAt < $1.enteredAt }
            let right = visits.filter { !$0.doubts.contains(.clockBehind) }.map(\.enteredAt)
            #expect(right == [SmallWorld.minute(Double(interval))])
            let doubted = visits.filter { $0.doubts.contains(.clockBehind) }
            #expect((summary.rejections[.clockAlternates] != nil) == isDecided, "batches of \(size)")
            #expect(doubted.count == 1 || isDecided, "batches of \(size)")
            #expect(doubted.allSatisfy { $0.why.first?.contains("clock seemed to be behind") == true })
            #expect(try world.store.devices.find(DeviceID("phone"))?.clockSeemsBehind == true)
            let dump = try world.dump()
            #expect(try world.ingest(fixes, batchSize: 9).stored == 0)
            expectSame(try world.dump(), dump, "a second time")
        }
    }

    @Test("A visit at the time that they are dated at stays as it was")
    func earlierVisit() throws {
        var journey = try Journey()
        try journey.stay(-320...(-301), east: 2400)
        try journey.stay(-300...(-250), east: 1605)
        try journey.stay(-249...(-230), east: 2400)
        let before = journey.fixes.map { track in
            var track = track
            track.receivedAt = track.fix.time.advanced(bySeconds: 1)
            return track
        }
        let scene = try Scene(every: 2, hours: 5)
        let later = scene.all.filter { ($0.receivedAt ?? SmallWorld.now) > SmallWorld.minute(-130) }
        let (plain, world) = (try SmallWorld(), try SmallWorld())
        try plain.ingest(before + later.filter { !scene.wrong.contains($0) })
        for size in [1, 100_000] {
            try world.ingest(before + later, batchSize: size)
            expectSame(try world.facts(), try plain.facts(), "batches of \(size)")
        }
        #expect(try world.visits().filter(\.isCounted).count == 2)
    }

    @Test(
        "A phone that sends each fix a second time, later, between its new ones, has no second clock",
        .long,
        arguments: 0..<UInt64(6)
    )
    func doubled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixes = try ClockScene(ahead: 0, lateShare: 0, seed: seed).fixes
        let delay = Double.random(in: 1800...9000, using: &random)
        let again = fixes.map { track in
            var track = track
            track.receivedAt = track.receivedAt?.advanced(bySeconds: delay)
            return track
        }
        let all = (fixes + again).sorted { ($0.receivedAt ?? SmallWorld.now) < ($1.receivedAt ?? SmallWorld.now) }
        let plain = try SmallWorld()
        try plain.ingest(fixes)
        for size in [1, 50, 100_000] {
            let world = try SmallWorld()
            let summary = try world.ingest(all, batchSize: size)
            #expect(summary.rejections[.clockAlternates] == nil, "seed \(seed), after \(delay) s, batches of \(size)")
            expectSame(try world.facts(), try plain.facts(), "seed \(seed), after \(delay) s, batches of \(size)")
        }
    }

    @Test("What a phone had kept and sends slowly is evaluated like any other", .long, arguments: 0..<UInt64(60))
    func backlog(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let scene = try ClockScene(ahead: 0, lateShare: 0, seed: seed)
        let start = SmallWorld.minute(.random(in: 30...200, using: &random))
        let end = SmallWorld.minute(.random(in: 210...500, using: &random))
        let interval = Double.random(in: 1...70, using: &random)
        var kept = end
        let fixes = scene.fixes.map { track in
            var track = track
            track.receivedAt = track.fix.time.advanced(bySeconds: 2)
            if track.fix.time >= start, track.fix.time < end {
                kept = kept.advanced(bySeconds: interval)
                track.receivedAt = kept
            }
            return track
        }.sorted { ($0.receivedAt ?? end) < ($1.receivedAt ?? end) }
        let world = try SmallWorld()
        let summary = try world.ingest(fixes, batchSize: 100)
        #expect(summary.rejections[.clockAlternates] == nil, "seed \(seed), one each \(interval) s")
        #expect(try scene.found(in: world) == 5, "seed \(seed)")
    }
}
