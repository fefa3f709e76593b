import Foundation
import GeofenceEngine
import Interchange
import MemberEngine
import SeededRandom
import LongTests
import Testing
import TimelineTestSupport
import VisitModel
import VisitStore

@testable import VisitPipeline

@Suite("Replaying files")
struct ReplayTests {
    @Test("a file gives the visits, and its summary counts the outcomes of its fixes")
    func fileGivesVisits() throws {
        let world = try SmallWorld()
        let folder = try TrackFolder()
        let file = try folder.write(try Journey.visitOfFirstPlace().fixes, extra: ["phone,ann,not a time,45,-93,5"])
        let summary = try world.pipeline().replay([file], observedAt: SmallWorld.now)
        #expect(summary.files == 1)
        #expect(summary.ingest.fixes == 61)
        #expect(summary.ingest.stored == 61)
        #expect(summary.unreadable == 1)
        #expect(summary.diagnostics.count == 1)
        #expect(summary.ingest.events == ["Registered": 1, "Entered": 1, "Dwell": 1, "Exited": 1])
        #expect(try world.visits().count == 1)
    }

    @Test("a file replayed twice changes nothing", .long, arguments: [EvaluationPolicy.standard, .bare], [3, 100_000])
    func twiceChangesNothing(policy: EvaluationPolicy, batchSize: Int) throws {
        var random = SeededGenerator(seed: 11)
        let world = try SmallWorld()
        let folder = try TrackFolder()
        let file = try folder.write(try Journey.random(hours: 12, using: &random).shuffled(using: &random))
        let pipeline = try world.pipeline(policy)
        let options = ReplayOptions(batchSize: batchSize)
        let first = try pipeline.replay([file], options: options, observedAt: SmallWorld.now)
        let before = try world.dump()
        let second = try pipeline.replay([file], options: options, observedAt: SmallWorld.now.advanced(bySeconds: 60))
        #expect(second.ingest.fixes == first.ingest.fixes)
        #expect(second.ingest.stored == 0)
        #expect(second.ingest.rejections[.exactRepeat] == first.ingest.fixes)
        expectSame(try world.dump(), before, "replayed twice")
        let third = try pipeline.replay([file, file], options: options, observedAt: SmallWorld.now)
        #expect(third.ingest.stored == 0)
        expectSame(try world.dump(), before, "replayed twice at once")
    }

    @Test("an interrupted replay that is started again ends in the same state", arguments: [1, 17, 150])
    func stoppedAndBegunAgain(batches: Int) throws {
        var random = SeededGenerator(seed: 5)
        let fixes = try Journey.random(hours: 12, using: &random).map { track in
            var track = track
            track.fix.flags = []  // which the file has no column for
            return track
        }
        let (undisturbed, world) = (try SmallWorld(), try SmallWorld())
        let folder = try TrackFolder()
        let options = ReplayOptions(batchSize: 2)
        let file = try folder.write(fixes)
        _ = try undisturbed.pipeline().replay([file], options: options, observedAt: SmallWorld.now)
        // A replay that is killed has stored a number of whole batches.
        try world.ingest(Array(fixes.prefix(batches * 2)), batchSize: 2)
        _ = try world.pipeline().replay([file], options: options, observedAt: SmallWorld.now)
        expectSame(try world.dump(), try undisturbed.dump(), "stopped after \(batches) batches")
    }

    @Test("files are one stream: a visit continues from one to the next")
    func filesAreOneStream() throws {
        let world = try SmallWorld()
        let folder = try TrackFolder()
        var journey = try Journey.visitOfFirstPlace()
        let second = journey.cut(25...60)
        let files = [try folder.write(journey.fixes), try folder.write(second)]
        let summary = try world.pipeline().replay(files, observedAt: SmallWorld.now)
        #expect(summary.files == 2)
        #expect(try world.visits().map(\.exitedAt) == [SmallWorld.minute(40)])
        let reversed = try SmallWorld()
        _ = try reversed.pipeline().replay(files.reversed(), observedAt: SmallWorld.now)
        #expect(try reversed.facts() == world.facts())
    }

    @Test("at the end of a file a visit stays open")
    func visitStaysOpen() throws {
        let world = try SmallWorld()
        var journey = try Journey.visitOfFirstPlace()
        _ = journey.cut(36...60)
        try world.ingest(journey.fixes)
        let visit = try #require(try world.visits().first)
        #expect(visit.status == .open)
        #expect(visit.exitedAt == nil)
        #expect(visit.isCounted)
        #expect(visit.lastProofAt == SmallWorld.minute(35))
    }

    @Test("progress grows to the end of the files")
    func progressGrows() throws {
        let world = try SmallWorld()
        let folder = try TrackFolder()
        let file = try folder.write(try Journey.visitOfFirstPlace().fixes)
        var seen: [ReplayProgress] = []
        let options = ReplayOptions(batchSize: 25)
        _ = try world.pipeline().replay([file], options: options, observedAt: SmallWorld.now) { seen.append($0) }
        #expect(seen.map(\.fixes) == [25, 50, 61])
        #expect(seen.last.map { $0.bytesRead == $0.bytesTotal && $0.bytesTotal > 0 } == true)
    }
}

@Suite("Files that can't be replayed")
struct UnreadableFileTests {
    /// A store with a visit, so that a change would show.
    private static func world() throws -> SmallWorld {
        let world = try SmallWorld()
        try world.ingest(try Journey.visitOfFirstPlace().fixes)
        return world
    }

    @Test("a file that is not there, and a folder", arguments: ["missing.csv", ""])
    func noFile(name: String) throws {
        let world = try Self.world()
        let before = try world.dump()
        let path = try TrackFolder().path(name)
        let error = #expect(throws: VisitPipelineError.self) {
            _ = try world.pipeline().replay([path], observedAt: SmallWorld.now)
        }
        #expect(error?.code == .unreadableFile)
        #expect(error?.message.hasPrefix(path) == true, "\(String(describing: error))")
        #expect(try world.dump() == before)
    }

    @Test(
        "a file that is empty or no track",
        arguments: [
            ("", InterchangeError.Code.empty), ("\n\n", .empty), ("name,colour\nball,red\n", .format),
            ("Dear reader,\nthis is a letter.\n", .format),
        ]
    )
    func noTrack(text: String, code: InterchangeError.Code) throws {
        let world = try Self.world()
        let before = try world.dump()
        let folder = try TrackFolder()
        let path = try folder.write(text: text)
        let error = #expect(throws: InterchangeError.self) {
            _ = try world.pipeline().replay([path], observedAt: SmallWorld.now)
        }
        #expect(error?.code == code, "\(String(describing: error))")
        #expect(try world.dump() == before)
    }

    @Test("a file that is not a track does not affect the files before it", arguments: [7, 100_000])
    func fileThatIsNoTrack(batchSize: Int) throws {
        let world = try SmallWorld()
        let folder = try TrackFolder()
        let good = try folder.write(try Journey.visitOfFirstPlace().fixes)
        let bad = try folder.write(text: "Dear reader,\nthis is a letter.\n")
        let options = ReplayOptions(batchSize: batchSize)
        #expect(throws: InterchangeError.self) {
            try world.pipeline().replay([good, bad], options: options, observedAt: SmallWorld.now)
        }
        #expect(try world.visits().count == 1)
        #expect(try world.store.devices.find(DeviceID("phone"))?.fixCount == 61)
    }

    @Test("a file without a usable record changes nothing, and its records are counted")
    func nothingUsable() throws {
        let world = try Self.world()
        let before = try world.dump()
        let folder = try TrackFolder()
        let path = try folder.write([], extra: ["phone,ann,12,95,-93,5", "phone,ann,13,45,,5"])
        let summary = try world.pipeline().replay([path], observedAt: SmallWorld.now)
        #expect(summary.unreadable == 2)
        #expect(summary.ingest.stored == 0)
        #expect(try world.dump() == before)
    }
}

/// A folder for track files, deleted with the object.
final class TrackFolder {
    private let folder: URL
    private var count = 0

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "tracks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        // A file that remains is among temporary files.
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { name.isEmpty ? folder.path : folder.appending(path: name).path }

    func write(text: String) throws -> String {
        count += 1
        let path = path("track-\(count).csv")
        try Data(text.utf8).write(to: URL(filePath: path))
        return path
    }

    /// Writes fixes as CSV, followed by extra lines.
    func write(_ fixes: [TrackFix], extra: [String] = []) throws -> String {
        var lines = ["device,member,timestamp,lat,lon,accuracy"]
        lines += fixes.map { track in
            let (fix, accuracy) = (track.fix, track.fix.horizontalAccuracy.map { "\($0)" } ?? "")
            return "\(track.device),\(track.member?.text ?? ""),\(fix.time.milliseconds),"
                + "\(fix.coordinate.latitude),\(fix.coordinate.longitude),\(accuracy)"
        }
        return try write(text: (lines + extra).joined(separator: "\n") + "\n")
    }
}
