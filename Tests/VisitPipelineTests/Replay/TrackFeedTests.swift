import Interchange
import Testing
import TimelineTestSupport
import VisitModel

@testable import VisitPipeline

@Suite("Batches of fixes from files")
struct TrackFeedTests {
    @Test(
        "have the size asked for, and all fixes in order, whatever the size and the files",
        arguments: [1, 7, 60, 61, 62, 121, 122, 1_000, 70_000, .max],
        [1, 3]
    )
    func sizes(size: Int, fileCount: Int) throws {
        let fixes = try Journey.visitOfFirstPlace().fixes
        let folder = try TrackFolder()
        let files = try (0..<fileCount).map { _ in try folder.write(fixes) }
        var feed = TrackFeed(files, ReplayOptions())
        var (times, sizes): ([Timestamp], [Int]) = ([], [])
        while let batch = try feed.next(size) {
            sizes.append(batch.count)
            times += batch.map(\.fix.time)
        }
        #expect(times == (0..<fileCount).flatMap { _ in fixes.map(\.fix.time) })
        #expect(sizes.dropLast().allSatisfy { $0 == size })
        #expect(try feed.next(size) == nil)
    }

    @Test("before a file that can't be read are returned first", arguments: [1, 10, 1_000])
    func unreadableFile(size: Int) throws {
        let fixes = try Journey.visitOfFirstPlace().fixes
        let folder = try TrackFolder()
        var feed = TrackFeed([try folder.write(fixes), folder.path("missing.csv")], ReplayOptions())
        var count = 0
        #expect(throws: VisitPipelineError.self) {
            while let batch = try feed.next(size) { count += batch.count }
        }
        #expect(count == fixes.count)
    }
}
