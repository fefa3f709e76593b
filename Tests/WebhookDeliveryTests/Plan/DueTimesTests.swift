import SeededRandom
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("The earliest of many times")
struct DueTimesTests {
    @Test("is the same as by looking through all", arguments: UInt64(1)...30)
    func againstScan(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var times = DueTimes<Int>()
        var plain: [Int: Timestamp] = [:]
        for _ in 0..<2_000 {
            let key = Int.random(in: 0..<40, using: &generator)
            let time = Timestamp(milliseconds: Int64.random(in: 0..<100, using: &generator))
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<6:
                times.set(key, time)
                plain[key] = time
            case 6..<8:
                times.set(key, nil)
                plain[key] = nil
            default:
                if let popped = times.popFirst(notAfter: time) {
                    #expect(plain[popped] == plain.values.min(), "seed \(seed)")
                    #expect((plain[popped] ?? time) <= time, "seed \(seed)")
                    plain[popped] = nil
                } else {
                    #expect(plain.values.allSatisfy { $0 > time }, "seed \(seed)")
                }
            }
            #expect(times.first == plain.values.min() && times.count == plain.count, "seed \(seed)")
        }
    }
}

@Suite("Turns")
struct TurnQueueTests {
    @Test("first come, first served, each once, and again after its turn", arguments: UInt64(1)...20)
    func turns(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = FairQueue<Int>()
        var plain: [Int] = []
        for _ in 0..<1_000 {
            if Bool.random(using: &generator) {
                let key = Int.random(in: 0..<20, using: &generator)
                queue.append(key)
                if !plain.contains(key) { plain.append(key) }
            } else {
                #expect(queue.popFirst() == (plain.isEmpty ? nil : plain.removeFirst()), "seed \(seed)")
            }
            #expect(queue.count == plain.count, "seed \(seed)")
        }
    }
}
