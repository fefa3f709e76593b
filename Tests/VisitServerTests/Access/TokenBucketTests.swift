import Testing
import VisitModel

@testable import VisitServer

@Suite("Rate limits")
struct TokenBucketTests {
    @Test("As many at once as the burst, then as the rate allows")
    func rate() {
        let start = Timestamp(milliseconds: 0)
        var bucket = TokenBucket(rate: 10, burst: 20, at: start)
        for _ in 0..<20 { #expect(bucket.removeToken(at: start) == nil) }
        #expect(bucket.removeToken(at: start) == 1)
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 100)) == nil)
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 100)) == 1)
    }

    @Test("A slow rate returns how long to wait")
    func wait() {
        var bucket = TokenBucket(rate: 0.1, burst: 1, at: Timestamp(milliseconds: 0))
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 0)) == nil)
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 0)) == 10)
    }

    @Test("A clock that was set back refills nothing, and no rate means no limit")
    func corners() {
        var bucket = TokenBucket(rate: 1, burst: 1, at: Timestamp(milliseconds: 10_000))
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 0)) == nil)
        #expect(bucket.removeToken(at: Timestamp(milliseconds: 0)) == 1)
        var free = TokenBucket(rate: 0, burst: 0, at: Timestamp(milliseconds: 0))
        for _ in 0..<1_000 { #expect(free.removeToken(at: Timestamp(milliseconds: 0)) == nil) }
    }
}
