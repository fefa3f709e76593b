import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Events that remove an Android app's fences")
struct AndroidWipeTests {
    @Test("are those that Google lists, and an update of the app", arguments: AndroidGeofences.WipeCause.allCases)
    func table(cause: AndroidGeofences.WipeCause) throws {
        let isLost = ![.processKilled, .playServicesUpdated, .forceStopped].contains(cause)
        var bench = AndroidBench()
        let lostNothing = bench.service.wipe(for: cause)
        #expect(!lostNothing)
        try bench.add(try AndroidBench.regions(0..<3))
        _ = try bench.read(east: 0, at: 1)
        let lostAll = bench.service.wipe(for: cause)
        #expect(lostAll == isLost)
        #expect(bench.service.registered.count == (isLost ? 0 : 3))

        // Added again after a loss, the fence that was never left reports an enter. Kept, its stay continues.
        try bench.add(try AndroidBench.regions(0..<1), at: 2)
        #expect(try bench.read(east: 0, at: 3) == (isLost ? ["enter fence-0"] : []))
    }

    @Test("an update is none where the profile says so")
    func update() throws {
        var bench = AndroidBench { $0.losesOnAppUpdate = false }
        try bench.add(try AndroidBench.regions(0..<3))
        let lostByUpdate = bench.service.wipe(for: .appUpdated)
        #expect(!lostByUpdate)
        #expect(bench.service.registered.count == 3)
        let lostByReboot = bench.service.wipe(for: .reboot)
        #expect(lostByReboot)
    }

    @Test("location switched off removes the fences, and none is accepted until it is on")
    func locationOff() throws {
        var bench = AndroidBench()
        try bench.add(try AndroidBench.regions(0..<1))
        let isLost = bench.service.wipe(for: .notAvailable)
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

        for (cause, expected) in [(AndroidGeofences.WipeCause.reboot, 0), (.appUpdated, 1)] {
            var bench = AndroidBench { $0.decision = .aosp }
            try bench.add(try AndroidBench.regions(0..<1))
            _ = try bench.read(east: 0, at: 1)
            bench.service.wipe(for: cause)
            try bench.add(try AndroidBench.regions(0..<1), at: 2)
            #expect(bench.wake(at: 3).count == expected)
        }
    }
}
