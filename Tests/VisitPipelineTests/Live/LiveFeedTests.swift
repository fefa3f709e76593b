import Testing

@testable import VisitPipeline

@Suite("Notifications of new events")
struct LiveFeedTests {
    @Test("a subscriber is notified once more before its stream ends, so that it misses no event that is on disk")
    func last() async {
        let feed = LiveFeed()
        var changes = feed.changes().makeAsyncIterator()
        #expect(await changes.next() != nil)
        let known = feed.noticeCount
        feed.finish()
        #expect(await changes.next() != nil)
        #expect(feed.noticeCount > known)
        #expect(await changes.next() == nil)
    }

    @Test("notifications that nothing waited for are one")
    func combined() async {
        let feed = LiveFeed()
        var changes = feed.changes().makeAsyncIterator()
        for _ in 0..<3 { feed.wake() }
        feed.finish()
        #expect(await changes.next() != nil)
        #expect(await changes.next() == nil)
    }
}
