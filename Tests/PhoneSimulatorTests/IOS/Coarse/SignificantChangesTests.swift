import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Significant changes of a simulated iPhone")
struct SignificantChangesTests {
    private func reading(_ seconds: Double, east: Double, accuracy: Double = 200) throws -> SystemFix {
        SystemFix(time: iosTime(seconds), coordinate: try iosPlace(east: east), accuracyMeters: accuracy)
    }

    @Test(
        "are reported after both 500 m and 300 s",
        arguments: [
            (300, 500.1, true), (300, 499.9, false), (299.9, 500.1, false), (4000, 100, false), (10, 9000, false),
        ] as [(Double, Double, Bool)]
    )
    func thresholds(seconds: Double, east: Double, isReported: Bool) throws {
        var changes = SignificantChanges()
        changes.start()
        #expect(changes.process(try reading(0, east: 0)))
        #expect(changes.process(try reading(seconds, east: east)) == isReported)
    }

    @Test("are measured from the last one delivered, not from the last fix")
    func creep() throws {
        var changes = SignificantChanges()
        changes.start()
        let emitted = try (0...100).filter { changes.process(try reading(Double($0) * 60, east: Double($0) * 60)) }
        // 500 m at 1 m/s are 9 fixes of 60 m, which also is more than 300 s.
        #expect(emitted == stride(from: 0, through: 100, by: 9).map { $0 })
    }

    @Test("keep the last one over a second start")
    func startedTwice() throws {
        var changes = SignificantChanges()
        changes.start()
        #expect(changes.process(try reading(-900, east: 0)))
        changes.start()
        #expect(!changes.process(try reading(0, east: 100)))
        #expect(changes.process(try reading(1, east: 600)))
    }

    @Test("are not delivered before the start, after the stop, and for fixes without a position")
    func off() throws {
        var changes = SignificantChanges()
        #expect(!changes.process(try reading(0, east: 0)))
        changes.start()
        #expect(!changes.process(try reading(1, east: 0, accuracy: -1)))
        #expect(changes.process(try reading(2, east: 0)))
        changes.stop()
        #expect(!changes.process(try reading(1000, east: 5000)))
        #expect(!changes.isRunning && changes.lastReported == nil)
    }
}
