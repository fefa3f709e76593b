import Testing

@testable import VisitServer

@Suite("The turns of many streams")
struct StreamTurnsTests {
    @Test("Few streams send at once", arguments: [0, 1, 10, 49])
    func few(count: Int) {
        for number in 0..<50 {
            #expect(StreamTurns(count: count).wait(of: number, at: .milliseconds(number * 7)) == .zero)
        }
    }

    @Test(
        "Of many, each waits at most the interval, and no more than a few in a hundred have a turn at the same hundredth",
        arguments: [(50, 0.02), (500, 0.2), (2_000, 0.8)]
    )
    func many(count: Int, interval: Double) {
        let turns = StreamTurns(count: count)
        let time = Duration.seconds(1_000)
        let waits = (0..<count).map { turns.wait(of: $0, at: time) / .seconds(1) }
        #expect(waits.allSatisfy { $0 >= 0 && $0 <= interval })
        let hundredths = Dictionary(grouping: waits) { Int($0 / interval * 100) }
        #expect(hundredths.values.allSatisfy { $0.count <= max(2, count / 50) })
        // A stream has the same turn in every interval.
        for number in 0..<count {
            let later = time + turns.wait(of: number, at: time) + .microseconds(10)
            #expect(abs(turns.wait(of: number, at: later) / .seconds(1) - interval) < 0.001)
        }
    }
}
