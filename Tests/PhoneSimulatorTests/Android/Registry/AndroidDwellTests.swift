import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Android reports a dwell once for each stay")
struct AndroidDwellTests {
    private func bench(
        initial: RegionTransitions = [.enter, .dwell],
        loitering: Duration = .seconds(300),
        expires: Duration? = nil
    ) throws -> AndroidBench {
        var bench = AndroidBench()
        try bench.add([
            try AndroidBench.region(
                "a",
                notifies: AndroidBench.all,
                initial: initial,
                loitering: loitering,
                expires: expires
            )
        ])
        return bench
    }

    @Test("by a timer, the loitering delay after the enter, and not again before the next stay")
    func timer() throws {
        var bench = try bench()
        #expect(bench.service.nextWake == nil)
        #expect(try bench.read(east: 0, at: 10) == ["enter a"])
        #expect(bench.service.nextWake == AndroidBench.time(310))
        #expect(bench.wake(at: 309.999).isEmpty)
        let dwell = bench.wake(at: 310)
        #expect(dwell.map(AndroidBench.text) == ["dwell a"])
        #expect(dwell.first?.decidedAt == AndroidBench.time(310) && dwell.first?.fix == nil)
        #expect(bench.service.nextWake == nil)
        #expect(try bench.read(east: 5, at: 900).isEmpty)
        #expect(try bench.read(east: 500, at: 901) == ["exit a"])
        #expect(try bench.read(east: 0, at: 902) == ["enter a"])
        #expect(bench.service.nextWake == AndroidBench.time(1202))
    }

    @Test("not when the phone was outside before")
    func leftBefore() throws {
        var bench = try bench()
        #expect(try bench.read(east: 0, at: 0) == ["enter a"])
        #expect(try bench.read(east: 500, at: 299) == ["exit a"])
        #expect(bench.service.nextWake == nil)
        #expect(bench.wake(at: 400).isEmpty)
    }

    @Test("a timer that is served late, or found by a fix, fires before that fix and not before now")
    func late() throws {
        var bench = try bench()
        _ = try bench.read(east: 0, at: 0)
        let deliveries = try bench.deliveries(east: 500, at: 1000)
        #expect(deliveries.map(AndroidBench.text) == ["dwell a", "exit a"])
        #expect(deliveries.map(\.decidedAt) == [AndroidBench.time(300), AndroidBench.time(1000)])
        #expect(deliveries.allSatisfy { $0.dueAt >= AndroidBench.time(1000) })
        #expect(deliveries[0].dueAt < deliveries[1].dueAt)
    }

    @Test("an uncertain fix does not stop the clock")
    func unsure() throws {
        var bench = try bench()
        _ = try bench.read(east: 0, at: 0)
        #expect(try bench.read(east: 100, at: 200).isEmpty)
        #expect(bench.wake(at: 300).map(AndroidBench.text) == ["dwell a"])
    }

    @Test("with a delay of zero, with the enter")
    func zero() throws {
        var bench = try bench(loitering: .zero)
        #expect(try bench.read(east: 0, at: 0) == ["enter a", "dwell a"])
        #expect(try bench.read(east: 0, at: 1).isEmpty)
    }

    @Test(
        "of a first stay only where the initial trigger asks for it",
        arguments: [(0, []), (1, ["enter a"]), (4, ["dwell a"]), (5, ["enter a", "dwell a"])] as [(Int, [String])]
    )
    func firstStay(bits: Int, expected: [String]) throws {
        var bench = try bench(initial: RegionTransitions(rawValue: bits))
        var emitted = try bench.read(east: 0, at: 0)
        emitted += bench.wake(at: 5000).map(AndroidBench.text)
        #expect(emitted == expected)
        #expect(try bench.read(east: 500, at: 5001) == ["exit a"])
        #expect(try bench.read(east: 0, at: 5002) == ["enter a"])
        #expect(bench.wake(at: 5302).map(AndroidBench.text) == ["dwell a"])
    }

    @Test("a fence that expires is removed silently, along with a dwell that is due then")
    func expiry() throws {
        var bench = try bench(expires: .seconds(300))
        #expect(bench.service.nextWake == AndroidBench.time(300))
        #expect(try bench.read(east: 0, at: 0) == ["enter a"])
        #expect(bench.wake(at: 300).isEmpty)
        #expect(bench.service.registered.isEmpty && bench.service.nextWake == nil)
        #expect(try bench.read(east: 500, at: 301).isEmpty)

        // A dwell that was due before is reported, however late the service is called.
        bench = try self.bench(expires: .seconds(301))
        _ = try bench.read(east: 0, at: 0)
        #expect(try bench.read(east: 500, at: 400) == ["dwell a"])
        #expect(bench.service.registered.isEmpty)

        // Its slot becomes free, and its state is not kept.
        bench = AndroidBench { $0.slots = 1 }
        try bench.add([try AndroidBench.region("a", expires: .seconds(60))])
        #expect(refusal { try bench.add([try AndroidBench.region("b")], at: 59) } == .tooManyGeofences)
        _ = try bench.read(east: 0, at: 59)
        try bench.add([try AndroidBench.region("a")], at: 60)
        #expect(try bench.read(east: 0, at: 61) == ["enter a"])
    }
}
