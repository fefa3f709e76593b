import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Events that remove an Android app's fences")
struct AndroidWipeTests {
    @Test("are those that Google lists, and an update of the app", arguments: SystemNote.Loss.allCases)
    func table(loss: SystemNote.Loss) throws {
        var bench = AndroidBench()
        let lostNothing = bench.service.wipe(for: loss)
        #expect(!lostNothing)
        try bench.add(try AndroidBench.regions(0..<3))
        _ = try bench.read(east: 0, at: 1)
        let lostAll = bench.service.wipe(for: loss)
        #expect(lostAll)
        #expect(bench.service.registered.isEmpty)

        // Added again after a loss, the fence that was never left reports an enter.
        try bench.add(try AndroidBench.regions(0..<1), at: 2)
        #expect(try bench.read(east: 0, at: 3) == ["enter fence-0"])
    }

    @Test("an update is none where the profile says so")
    func update() throws {
        var bench = AndroidBench { $0.losesOnAppUpdate = false }
        try bench.add(try AndroidBench.regions(0..<3))
        _ = try bench.read(east: 0, at: 1)
        let lostByUpdate = bench.service.wipe(for: .appUpdate)
        #expect(!lostByUpdate)
        #expect(bench.service.registered.count == 3)
        // Added again, its stay continues.
        try bench.add(try AndroidBench.regions(0..<1), at: 2)
        #expect(try bench.read(east: 0, at: 3).isEmpty)
        let lostByReboot = bench.service.wipe(for: .reboot)
        #expect(lostByReboot)
    }

    @Test("location switched off removes the fences, and none is accepted until it is on")
    func locationOff() throws {
        var bench = AndroidBench()
        try bench.add(try AndroidBench.regions(0..<1))
        let isLost = bench.service.wipe(for: .locationOff)
        #expect(isLost)
        let off = AndroidConditions(isLocationOn: false)
        let refused = refusal {
            try bench.service.add(try AndroidBench.regions(0..<1), at: AndroidBench.time(1), conditions: off)
        }
        #expect(refused?.number == 1000)
        #expect(try bench.read(east: 0, at: 2).isEmpty)
    }

    @Test("a phone that restarts has forgotten its last fix, and how often fences were added")
    func reboot() throws {
        var busy = AndroidBench { $0.additionsPerMinute = 1 }
        try busy.add(try AndroidBench.regions(0..<1))
        #expect(refusal { try busy.add(try AndroidBench.regions(0..<1), at: 1) } == .requestTooFrequent)
        busy.service.wipe(for: .reboot)
        try busy.add(try AndroidBench.regions(0..<1), at: 2)

        for (loss, expected) in [(SystemNote.Loss.reboot, 0), (.appUpdate, 1)] {
            var bench = AndroidBench { $0.decision = .aosp }
            try bench.add(try AndroidBench.regions(0..<1))
            _ = try bench.read(east: 0, at: 1)
            bench.service.wipe(for: loss)
            try bench.add(try AndroidBench.regions(0..<1), at: 2)
            #expect(bench.wake(at: 3).count == expected)
        }
    }
}
