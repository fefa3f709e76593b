import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Transitions that Android reports of a fence")
struct AndroidTransitionTests {
    @Test(
        "the first conclusive fix emits what the initial trigger allows, all later ones everything",
        arguments: [
            // Bits of the trigger, then the reports for inside at first, and for outside at first.
            (0, [], []), (1, ["enter a"], []), (2, [], ["exit a"]), (3, ["enter a"], ["exit a"]), (5, ["enter a"], []),
        ] as [(Int, [String], [String])]
    )
    func initialTrigger(bits: Int, inside: [String], outside: [String]) throws {
        for (first, expected) in [(0.0, inside), (500, outside)] {
            var bench = AndroidBench()
            try bench.add([try AndroidBench.region("a", initial: RegionTransitions(rawValue: bits))])
            // Half in, half out: too uncertain to count as the first.
            #expect(try bench.read(east: 100, at: 1).isEmpty)
            #expect(bench.service.state(of: try RegionID("a"), at: AndroidBench.time(1)) == .unknown)
            #expect(try bench.read(east: first, at: 2) == expected)
            #expect(try bench.read(east: 500 - first, at: 3) == (first == 0 ? ["exit a"] : ["enter a"]))
            #expect(try bench.read(east: first, at: 4) == (first == 0 ? ["enter a"] : ["exit a"]))
        }
    }

    @Test("only the requested transitions are reported")
    func notifies() throws {
        var bench = AndroidBench()
        try bench.add([
            try AndroidBench.region("in", notifies: .enter), try AndroidBench.region("out", notifies: .exit),
        ])
        #expect(try bench.read(east: 0, at: 1) == ["enter in"])
        #expect(try bench.read(east: 500, at: 2) == ["exit out"])
        #expect(try bench.read(east: 0, at: 3) == ["enter in"])
    }

    @Test("a fix from before the addition does not count, nor one older than the last")
    func oldReadings() throws {
        var bench = AndroidBench()
        try bench.add([try AndroidBench.region("a")], at: 10)
        #expect(try bench.read(east: 0, at: 9).isEmpty)
        #expect(try bench.read(east: 500, at: 20).isEmpty)
        #expect(try bench.read(east: 0, at: 19).isEmpty)
        #expect(try bench.read(east: 0, at: 20) == ["enter a"])
    }

    @Test("AOSP decides at once by a fix of the last five minutes", arguments: [(300.0, true), (300.001, false)])
    func lastReading(age: Double, isUsed: Bool) throws {
        for model in AndroidDecisionModel.allCases {
            var bench = AndroidBench { $0.decision = model }
            #expect(try bench.read(east: 0, at: 0).isEmpty)
            try bench.add([try AndroidBench.region("a")], at: age)
            let woken = bench.wake(at: age)
            #expect(woken.map(AndroidBench.text) == (isUsed && model == .aosp ? ["enter a"] : []), "\(model)")
            #expect(
                woken.allSatisfy { $0.decidedAt == AndroidBench.time(age) && $0.fix?.time == AndroidBench.time(0) }
            )
            #expect(bench.service.nextWake == nil)
        }
    }

    @Test("one fix with an accuracy of 17 km in the middle of a fence is an exit, and the next is an enter again")
    func falseExit() throws {
        var bench = AndroidBench()
        try bench.add([try AndroidBench.region("a")])
        #expect(try bench.read(east: 0, at: 1) == ["enter a"])
        #expect(try bench.read(east: 0, accuracy: 17_000, at: 2) == ["exit a"])
        #expect(try bench.read(east: 0, at: 3) == ["enter a"])

        for model in [AndroidDecisionModel.gnss95, .microg, .aosp] {
            var other = AndroidBench { $0.decision = model }
            try other.add([try AndroidBench.region("a")])
            #expect(try other.read(east: 0, at: 1) == ["enter a"])
            #expect(try other.read(east: 0, accuracy: 17_000, at: 2).isEmpty, "\(model)")
        }
    }

    @Test("fixes with too good a reported accuracy make a phone at rest go in and out", arguments: UInt64(1)...3)
    func flapping(seed: UInt64) throws {
        var bench = AndroidBench()
        bench.generator = SeededGenerator(seed: seed)
        var jitter = SeededGenerator(seed: seed &+ 100)
        try bench.add([try AndroidBench.region("a")])
        var emitted: [String] = []
        for minute in 0..<60 {
            // The phone lies 10 m inside the edge; each fix is 60 m off and claims an accuracy of 2 m.
            emitted += try bench.read(east: 90 + 60 * jitter.normal(), accuracy: 2, at: Double(minute) * 60)
        }
        #expect(emitted.count { $0 == "exit a" } >= 3, "seed \(seed): \(emitted)")
    }

    @Test("the satellite model's state is unknown after 30 s without a certain fix, and that is not reported")
    func uncertain() throws {
        var bench = AndroidBench { $0.decision = .gnss95 }
        let a = try RegionID("a")
        try bench.add([try AndroidBench.region("a", notifies: AndroidBench.all, loitering: .seconds(60))])
        #expect(try bench.read(east: 0, at: 0) == ["enter a"])
        #expect(try bench.read(east: 0, accuracy: 500, at: 10).isEmpty)
        #expect(try bench.read(east: 0, accuracy: 400, at: 35).isEmpty)
        #expect(bench.service.state(of: a, at: AndroidBench.time(39.999)) == .inside)
        #expect(bench.service.state(of: a, at: AndroidBench.time(40)) == .unknown)
        // The dwell would be due at 60 s, when it is unknown whether the phone is inside.
        #expect(bench.service.nextWake == nil)
        #expect(bench.wake(at: 70).isEmpty)
        #expect(try bench.read(east: 0, at: 80) == ["dwell a"])
        #expect(bench.service.state(of: a, at: AndroidBench.time(200)) == .inside)
        #expect(try bench.read(east: 500, at: 300) == ["exit a"])
    }

    @Test("the satellite model reports a first outside where the initial trigger asks for it, AOSP never")
    func firstOutside() throws {
        for (model, expected) in [(AndroidDecisionModel.gnss95, ["exit a"]), (.overlap, ["exit a"]), (.aosp, [])] {
            var bench = AndroidBench { $0.decision = model }
            try bench.add([try AndroidBench.region("a", initial: .exit)])
            #expect(try bench.read(east: 500, at: 1) == expected, "\(model)")
        }
    }

    @Test("fences with the same transition are reported together, in the order of their addition, exits first")
    func grouping() throws {
        var bench = AndroidBench()
        try bench.add([
            try AndroidBench.region("c"), try AndroidBench.region("a", east: 10),
            try AndroidBench.region("far", east: 1000),
        ])
        try bench.add([try AndroidBench.region("b", east: 1000)], at: 0.5)
        #expect(try bench.read(east: 0, at: 1) == ["enter c a"])
        #expect(try bench.read(east: 1000, at: 2) == ["exit c a", "enter far b"])
    }

    @Test("fences of another pending intent or responsiveness are reported separately")
    func channels() throws {
        var bench = AndroidBench()
        try bench.add([
            try AndroidBench.region("a"), try AndroidBench.region("slow", responsiveness: .seconds(300)),
        ])
        try bench.service.add([try AndroidBench.region("other")], pendingIntent: "other", at: AndroidBench.time(0))
        #expect(try bench.read(east: 0, at: 1) == ["enter a", "enter slow", "enter other"])
    }
}
