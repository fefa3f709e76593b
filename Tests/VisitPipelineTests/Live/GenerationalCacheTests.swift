import Testing

@testable import VisitPipeline

@Suite("A cache of recently used values")
struct TwoAgeCacheTests {
    @Test("It never holds more than its limit, and used values stay")
    func limit() {
        var cache = GenerationalCache<Int, Int>(limit: 10)
        for number in 0..<1_000 {
            cache.insert(number, for: number)
            #expect(cache.value(of: 0) == 0 || number == 0)
            #expect(cache.value(of: number) == number)
            #expect(cache.count <= 10)
        }
        #expect(cache.value(of: 500) == nil)
    }

    @Test("A removed value is gone from both generations")
    func removal() {
        var cache = GenerationalCache<Int, Int>(limit: 4)
        for number in 0..<4 { cache.insert(number, for: number) }
        for number in 0..<4 { cache.remove(number) }
        #expect(cache.count == 0)
    }
}
