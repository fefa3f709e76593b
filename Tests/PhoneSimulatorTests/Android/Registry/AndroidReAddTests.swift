import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("A fence that is added again under its id")
struct AndroidReAddTests {
    @Test("keeps its state: no second enter, and no exit round a new centre until it was inside there")
    func keepsState() throws {
        var bench = AndroidBench()
        try bench.add([try AndroidBench.region("a")])
        #expect(try bench.read(east: 0, at: 1) == ["enter a"])
        try bench.add([try AndroidBench.region("a")], at: 2)
        #expect(try bench.read(east: 0, at: 3).isEmpty)
        #expect(try bench.read(east: 500, at: 4) == ["exit a"])

        // An app that moves its fence along and expects an exit: it never comes.
        try bench.add([try AndroidBench.region("a", east: 5000, initial: .exit)], at: 5)
        #expect(try bench.read(east: 9000, at: 6).isEmpty)
        // After it was inside once the exit comes.
        #expect(try bench.read(east: 5000, at: 7) == ["enter a"])
        #expect(try bench.read(east: 9000, at: 8) == ["exit a"])
    }

    @Test("starts over when it was removed first")
    func removedFirst() throws {
        var bench = AndroidBench()
        try bench.add([try AndroidBench.region("a")])
        #expect(try bench.read(east: 0, at: 1) == ["enter a"])
        #expect(try bench.read(east: 500, at: 2) == ["exit a"])
        bench.service.remove([try RegionID("a")])
        try bench.add([try AndroidBench.region("a", east: 5000, initial: .exit)], at: 3)
        #expect(try bench.read(east: 9000, at: 4) == ["exit a"])

        bench.service.remove(bench.service.registered)
        #expect(bench.service.registered.isEmpty)
        try bench.add([try AndroidBench.region("a", east: 9000)], at: 5)
        #expect(try bench.read(east: 9000, at: 6) == ["enter a"])
    }

    @Test("starts over every time where the profile says so: an enter of a fence that was never left")
    func reevaluates() throws {
        var bench = AndroidBench { $0.reAdd = .reevaluates }
        try bench.add([try AndroidBench.region("a", initial: [.enter, .exit])])
        #expect(try bench.read(east: 0, at: 1) == ["enter a"])
        try bench.add([try AndroidBench.region("a", initial: [.enter, .exit])], at: 2)
        #expect(try bench.read(east: 0, at: 3) == ["enter a"])
        #expect(try bench.read(east: 500, at: 4) == ["exit a"])
        try bench.add([try AndroidBench.region("a", initial: [.enter, .exit])], at: 5)
        #expect(try bench.read(east: 500, at: 6) == ["exit a"])
    }

    @Test("continues its stay, by the new loitering delay, and dwells once")
    func dwell() throws {
        var bench = AndroidBench()
        try bench.add([try AndroidBench.region("a", notifies: AndroidBench.all, loitering: .seconds(600))])
        _ = try bench.read(east: 0, at: 0)
        // Already due by the new delay, but not before the call.
        try bench.add([try AndroidBench.region("a", notifies: AndroidBench.all, loitering: .seconds(60))], at: 100)
        #expect(bench.service.nextWake == AndroidBench.time(100))
        let dwell = bench.wake(at: 100)
        #expect(dwell.map(AndroidBench.text) == ["dwell a"] && dwell[0].decidedAt == AndroidBench.time(100))
        try bench.add([try AndroidBench.region("a", notifies: AndroidBench.all, loitering: .seconds(60))], at: 101)
        #expect(bench.service.nextWake == nil)
    }
}
