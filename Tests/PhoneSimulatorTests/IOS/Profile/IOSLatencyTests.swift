import PhoneSimulator
import Testing

@Suite("Reporting latency of a simulated iPhone")
struct IOSLatencyTests {
    @Test("with a connection it is 0 to 60 s, uniformly distributed", arguments: UInt64(1)...5)
    func good(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let delays = (0..<10_000).map { _ in IOSLatency().draw(isConnected: true, generator: &generator) }
        #expect(delays.allSatisfy { (0...60).contains($0) }, "seed \(seed)")
        #expect(abs(delays.reduce(0, +) / 10_000 - 30) < 1, "seed \(seed)")
        #expect(delays.contains { $0 < 1 } && delays.contains { $0 > 59 }, "seed \(seed)")
    }

    @Test(
        "without one half of the delays are under 3 min, the mean is 3 to 5 min, none is over 1 h",
        arguments: UInt64(1)...5
    )
    func poor(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let delays = (0..<10_000).map { _ in IOSLatency().draw(isConnected: false, generator: &generator) }.sorted()
        #expect(delays.allSatisfy { (0...3600).contains($0) }, "seed \(seed)")
        #expect(abs(delays[5_000] - 180) < 9, "seed \(seed)")
        #expect((180...300).contains(delays.reduce(0, +) / 10_000), "seed \(seed)")
        #expect(delays[9_000] > 420, "one in ten is over 7 min, seed \(seed)")
    }

    @Test("is cut at the limit")
    func limit() {
        let latency = IOSLatency(poorNetworkSpread: 3, poorNetworkLimitSeconds: 200)
        var generator = SeededGenerator(seed: 1)
        let delays = (0..<1_000).map { _ in latency.draw(isConnected: false, generator: &generator) }
        #expect(delays.max() == 200)
    }

    @Test("is zero where a scenario asks for none", arguments: [true, false])
    func none(isConnected: Bool) {
        var generator = SeededGenerator(seed: 1)
        #expect(IOSLatency.none.draw(isConnected: isConnected, generator: &generator) == 0)
    }

    @Test("does not get negative by a wrong number")
    func wrongNumbers() {
        let latency = IOSLatency(
            goodNetworkSeconds: -20 ... -10,
            poorNetworkMedianSeconds: .nan,
            poorNetworkSpread: -1,
            poorNetworkLimitSeconds: -5
        )
        #expect(latency == .none)
    }
}
