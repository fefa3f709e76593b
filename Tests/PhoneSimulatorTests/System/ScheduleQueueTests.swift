import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("What is to happen")
struct ScheduleQueueTests {
    @Test("comes in the order of time, and of planning where the time is the same", arguments: UInt64(1)...20)
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = ScheduleQueue<Int>()
        var planned: [(time: Int64, number: Int)] = []
        for number in 0..<300 {
            let time = Int64(generator.next() % 50)
            queue.plan(number, at: Timestamp(milliseconds: time))
            planned.append((time, number))
        }
        queue.cancel { $0 % 7 == 0 }
        var taken: [Int] = []
        while let next = queue.next(by: Timestamp(milliseconds: 100)) { taken.append(next.item) }
        let expected = planned.filter { $0.number % 7 != 0 }.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
        #expect(taken == expected.map(\.number), "seed \(seed)")
    }

    @Test("does not come early")
    func notEarly() {
        var queue = ScheduleQueue<String>()
        queue.plan("later", at: Timestamp(milliseconds: 10))
        #expect(queue.next(by: Timestamp(milliseconds: 9)) == nil)
        #expect(queue.next(by: Timestamp(milliseconds: 10))?.item == "later")
    }
}
