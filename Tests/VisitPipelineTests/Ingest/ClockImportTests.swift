import Foundation
import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Imports from phones with a wrong clock")
struct ClockImportTests {
    private static let phone = "phone"

    @Test(
        "Receive times show a clock that is ahead, and the visits have their true times",
        arguments: [300, 900, 7200, 86_400] as [Double],
        [1, 2] as [UInt64]
    )
    func ahead(seconds: Double, seed: UInt64) throws {
        let scene = try ClockScene(ahead: seconds, seed: seed)
        let world = try SmallWorld()
        let summary = try world.ingest(scene.fixes)
        #expect(try scene.found(in: world) == 5)
        #expect(try world.visits().count == 5)
        #expect(summary.rejections == [:])
        #expect(summary.clockCorrected == scene.fixes.count)
        #expect(summary.clockCorrectedDevices.map(\.text) == [Self.phone])
        let device = try #require(try world.store.devices.find(DeviceID(Self.phone)))
        #expect(abs(Double(device.clockOffsetSeconds ?? 0) - seconds) <= 60)
        #expect(!device.clockSeemsBehind)
        // The offset is too small by the transfer time of the first fix.
        let found = try world.visits().sorted { $0.enteredAt < $1.enteredAt }.compactMap(\.assessment?.enteredBetween)
        for (corrected, right) in zip(found, scene.bounds) {
            #expect(corrected.lowerBound <= right.lowerBound && right.upperBound <= corrected.upperBound)
        }
    }

    @Test("A file reports it too, and a second time it changes nothing", arguments: [900, 7200] as [Double])
    func file(seconds: Double) throws {
        let scene = try ClockScene(ahead: seconds)
        let world = try SmallWorld()
        let path = FileManager.default.temporaryDirectory.appending(path: "clock-\(UUID()).csv")
        try Data(scene.csv.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        for batchSize in [100_000, 20] {
            let options = ReplayOptions(batchSize: batchSize)
            let summary = try world.pipeline().replay([path.path], options: options, observedAt: SmallWorld.now)
            #expect(summary.ingest.rejections[.clockInFuture] == nil)
            #expect(try scene.found(in: world) == 5)
        }
        let dump = try world.dump()
        let again = try world.pipeline().replay([path.path], observedAt: SmallWorld.now)
        #expect(again.ingest.stored == 0)
        expectSame(try world.dump(), dump, "a second time")
    }

    @Test("A right clock is not corrected, however late its fixes arrive", arguments: 0..<UInt64(4))
    func late(seed: UInt64) throws {
        let scene = try ClockScene(ahead: 0, lateShare: 0.2, seed: seed)
        let world = try SmallWorld()
        let summary = try world.ingest(scene.fixes)
        #expect(summary.clockCorrected == 0, "seed \(seed)")
        #expect(try world.visits().map(\.enteredAt).sorted() == scene.entries, "seed \(seed)")
        #expect(try world.store.devices.find(DeviceID(Self.phone))?.clockOffsetSeconds == nil, "seed \(seed)")
    }

    @Test("Without receive times nothing is corrected")
    func noReceiveTimes() throws {
        var fixes = try ClockScene(ahead: 900).fixes
        for index in fixes.indices { fixes[index].receivedAt = nil }
        let world = try SmallWorld()
        #expect(try world.ingest(fixes).clockCorrected == 0)
        let last = try #require(fixes.last?.fix.time)
        var ingest = try SmallWorld().pipeline().ingest()
        let refused = try ingest.apply(fixes, observedAt: last.advanced(bySeconds: -121)).rejections
        #expect(refused == [.clockInFuture: 1])
    }

    @Test("The policy `bare` corrects nothing")
    func bare() throws {
        let scene = try ClockScene(ahead: 900)
        let world = try SmallWorld()
        #expect(try world.ingest(scene.fixes, policy: .bare).clockCorrected == 0)
        #expect(try world.store.devices.find(DeviceID(Self.phone))?.clockOffsetSeconds == nil)
    }

    @Test("A shuffled file gives the same visits, whatever the clock does", arguments: 0..<UInt64(8))
    func shuffled(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (first, second) = (Double.random(in: 0...8000, using: &random), Double.random(in: 0...8000, using: &random))
        let change = SmallWorld.minute(.random(in: 0...600, using: &random))
        let scene = try ClockScene(lateShare: 0.1, using: &random) { $0 < change ? first : second }
        let inOrder = try SmallWorld()
        try inOrder.ingest(scene.fixes)
        let world = try SmallWorld()
        try world.ingest(scene.fixes.shuffled(using: &random))
        expectSame(try world.facts(), try inOrder.facts(), "seed \(seed)")
        try world.ingest(scene.fixes.shuffled(using: &random))
        expectSame(try world.facts(), try inOrder.facts(), "seed \(seed), a second time")
    }

    @Test(
        "A clock that is set while the member is away, or in the middle of a visit, keeps all visits",
        arguments: [(900, 0), (7200, 0), (7200, 900), (0, 900), (0, 7200), (300, 900)] as [(Double, Double)],
        [95, 145] as [Double]
    )
    func isSet(clock: (before: Double, after: Double), minute: Double) throws {
        var random = SeededGenerator(seed: 1)
        let change = SmallWorld.minute(minute)
        let scene = try ClockScene(lateShare: 0, using: &random) { $0 < change ? clock.before : clock.after }
        let world = try SmallWorld()
        try world.ingest(scene.fixes)
        #expect(try scene.found(in: world) == 5)
        #expect(try world.visits().filter { $0.verdict == .counted }.count == 5)
        let offset = try #require(try world.store.devices.find(DeviceID(Self.phone))).clockOffsetSeconds
        #expect(abs(Double(offset ?? 0) - clock.after) <= 60)
    }

    @Test("An import in two parts, by two processes, keeps the offset", arguments: [300, 900, 7200] as [Double])
    func restarted(seconds: Double) throws {
        let scene = try ClockScene(ahead: seconds)
        let (whole, parts) = (try SmallWorld(), try SmallWorld())
        try whole.ingest(scene.fixes)
        // Cut within an offline period, so the second part is received late; the clock offset is known by then.
        try parts.ingest(Array(scene.fixes.prefix(100)))
        let late = scene.fixes[100].receivedAt?.advanced(bySeconds: 1200)
        var rest = Array(scene.fixes.dropFirst(100))
        for index in rest.indices.prefix(20) { rest[index].receivedAt = late }
        try parts.ingest(rest)
        expectSame(try parts.facts(), try whole.facts(), "in two parts")
    }

    struct Wrong: CustomTestStringConvertible {
        let hours: Double
        let backlog: Double
        let interval: Double

        var testDescription: String {
            "\(hours) h ahead, then \(backlog) h of backlog, one each \(interval) s"
        }
    }

    private static let wrong = [1 / 6.0, 5, 26].flatMap { hours in
        [1.0, 7].flatMap { backlog in
            [0, 0.5, 20].map { Wrong(hours: hours, backlog: backlog, interval: $0) }
        }
    }

    @Test("One wrong time, then a backlog, moves no visit", .long, arguments: wrong, [true, false])
    func oneWrongTime(_ row: Wrong, isNew: Bool) throws {
        let scene = try ClockScene(ahead: 0, lateShare: 0)
        // The phone is offline for that long, or has never sent before.
        let end = SmallWorld.minute(isNew ? row.backlog * 60 : row.backlog * 60 + 100)
        let start = end.advanced(bySeconds: -row.backlog * 3600)
        var next = end.advanced(bySeconds: 3)
        var fixes = scene.fixes.filter { !isNew || $0.fix.time >= start }
        for index in fixes.indices where fixes[index].fix.time >= start && fixes[index].fix.time < end {
            fixes[index].receivedAt = next
            next = next.advanced(bySeconds: row.interval)
        }
        let plain = try SmallWorld()
        try plain.ingest(fixes)
        let right = try plain.visits().sorted { $0.enteredAt < $1.enteredAt }
        #expect(right.filter(\.isCounted).count >= Int(row.backlog / 2))
        var wrong = try #require(fixes.last { $0.fix.time < end })
        wrong.fix.time = end.advanced(bySeconds: row.hours * 3600)
        wrong.receivedAt = end
        let all = (fixes + [wrong]).sorted { ($0.receivedAt ?? end, $0.fix.time) < ($1.receivedAt ?? end, $1.fix.time) }
        for size in [1, 100_000] {
            let world = try SmallWorld()
            try world.ingest(all, batchSize: size)
            let visits = try world.visits().sorted { $0.enteredAt < $1.enteredAt }
            #expect(visits.map(\.verdict) == right.map(\.verdict), "batches of \(size)")
            for (visit, expected) in zip(visits, right) {
                // The fix itself is dated by its receipt, and may be the last one inside.
                #expect(abs(visit.enteredAt.seconds(to: expected.enteredAt)) <= 60, "batches of \(size)")
                let (exit, expectedExit) = (
                    visit.exitedAt ?? visit.lastProofAt, expected.exitedAt ?? expected.lastProofAt
                )
                #expect(abs(exit.seconds(to: expectedExit)) <= 60, "batches of \(size)")
            }
            #expect(try world.store.devices.find(DeviceID(Self.phone))?.clockOffsetSeconds == nil)
            #expect(try world.ingest(all, batchSize: size).stored == 0)
        }
    }

    @Test("A broken date is refused, and the phone's other fixes keep their times")
    func brokenDate() throws {
        let scene = try ClockScene(ahead: 0)
        var fixes = scene.fixes
        fixes[50].fix.time = fixes[50].fix.time.advanced(bySeconds: 400 * 86_400)
        let world = try SmallWorld()
        #expect(try world.ingest(fixes).rejections == [.clockInFuture: 1])
        #expect(try scene.found(in: world) == 5)
    }

    @Test("A clock that seems to be behind is a doubt on the phone and its visits, which still count")
    func behind() throws {
        let scene = try ClockScene(ahead: -7200, lateShare: 0)
        let world = try SmallWorld()
        let summary = try world.ingest(scene.fixes)
        #expect(summary.clockCorrected == 0)
        let device = try #require(try world.store.devices.find(DeviceID(Self.phone)))
        #expect(device.clockSeemsBehind && device.clockOffsetSeconds == nil)
        let visits = try world.visits().sorted { $0.enteredAt < $1.enteredAt }
        #expect(visits.count == 5)
        #expect(visits.allSatisfy { $0.verdict == .counted })
        #expect(
            visits.map { $0.doubts.names } == [
                [], ["clock_behind"], ["clock_behind"], ["clock_behind"], ["clock_behind"],
            ]
        )
        #expect(visits.map(\.enteredAt) == scene.entries.map { $0.advanced(bySeconds: -7200) })
    }
}
