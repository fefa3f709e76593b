import Testing
import VisitModel

@testable import PhoneSimulator

@Suite("Alarms of an Android app")
struct AndroidAlarmsTests {
    private static let start = Timestamp(milliseconds: 1_710_741_600_000)
    private static func second(_ seconds: Double) -> Timestamp { start.advanced(bySeconds: seconds) }

    /// Sets one alarm and says how many seconds after its time it is given to a phone that never dozes.
    private static func lateness(ahead: Double, exact: Bool, seed: UInt64) -> Double? {
        var alarms = AndroidAlarms(seed: seed)
        alarms.set("a", at: second(ahead), exact: exact, now: start)
        guard let wake = alarms.nextWake,
            alarms.removeDue(at: wake.advanced(bySeconds: -0.001), isDozing: false).isEmpty,
            alarms.removeDue(at: wake, isDozing: false) == ["a"], alarms.nextWake == nil
        else { return nil }
        return second(ahead).seconds(to: wake)
    }

    @Test(
        "that are exact come to the millisecond, and so do those less than ten seconds ahead",
        arguments: UInt64(1)...50
    )
    func onTime(seed: UInt64) {
        for (ahead, isExact) in [(3.0, true), (60, true), (86_400, true), (3, false), (9.9, false), (-100, false)] {
            let late = Self.lateness(ahead: ahead, exact: isExact, seed: seed)
            #expect(late == max(0, -ahead), "seed \(seed), \(ahead) s ahead")
        }
    }

    @Test("that are inexact come up to three quarters of the way ahead late, and never more than an hour")
    func inexact() throws {
        for (ahead, latest) in [(10.0, 7.5), (100, 75), (3600, 2700), (4800, 3600), (86_400, 3600)] {
            let late = try (UInt64(1)...400).map { try #require(Self.lateness(ahead: ahead, exact: false, seed: $0)) }
            #expect(late.allSatisfy { $0 >= 0 && $0 <= latest }, "\(ahead) s ahead")
            // Drawn evenly: the least and the greatest of 400 lie near the ends.
            #expect((late.min() ?? .infinity) < latest * 0.03 && (late.max() ?? 0) > latest * 0.97, "\(ahead) s ahead")
        }
    }

    @Test("that are inexact wait in Doze for the next whole quarter of an hour")
    func window() {
        var alarms = AndroidAlarms(seed: 1)
        alarms.set("a", at: Self.second(5), exact: false, now: Self.start)
        #expect(alarms.removeDue(at: Self.second(5), isDozing: true).isEmpty)
        #expect(alarms.nextWake == Self.second(900))
        #expect(alarms.removeDue(at: Self.second(899.999), isDozing: true).isEmpty)
        #expect(alarms.removeDue(at: Self.second(900), isDozing: true) == ["a"])
        #expect(alarms.removeDue(at: Self.second(900), isDozing: true).isEmpty)
    }

    @Test("that were kept back come as soon as the phone dozes no longer, in the order in which they were due")
    func afterDoze() {
        var alarms = AndroidAlarms(seed: 1)
        for (name, second) in [("c", 3.0), ("a", 7), ("b", 3), ("later", 3000)] {
            alarms.set(name, at: Self.second(second), exact: false, now: Self.start)
        }
        #expect(alarms.removeDue(at: Self.second(10), isDozing: true).isEmpty)
        #expect(alarms.removeDue(at: Self.second(11), isDozing: false) == ["b", "c", "a"])
        #expect(alarms.names == ["later"])
    }

    @Test("that are exact come in Doze, a second one no sooner than nine minutes after the first")
    func exactInDoze() {
        var alarms = AndroidAlarms(seed: 1)
        for (name, second) in [("a", 60.0), ("b", 120), ("c", 1000)] {
            alarms.set(name, at: Self.second(second), exact: true, now: Self.start)
        }
        #expect(alarms.removeDue(at: Self.second(60), isDozing: true) == ["a"])
        #expect(alarms.removeDue(at: Self.second(120), isDozing: true).isEmpty)
        #expect(alarms.nextWake == Self.second(600))
        #expect(alarms.removeDue(at: Self.second(600), isDozing: true) == ["b"])
        #expect(alarms.removeDue(at: Self.second(1000), isDozing: true).isEmpty)
        // Outside of Doze there is no such pause.
        #expect(alarms.removeDue(at: Self.second(1001), isDozing: false) == ["c"])
    }

    @Test("that are set again under their name move; cancelled and cleared ones never come")
    func names() {
        var alarms = AndroidAlarms(seed: 1)
        for name in ["a", "b", "c"] { alarms.set(name, at: Self.second(5), exact: true, now: Self.start) }
        alarms.set("a", at: Self.second(50), exact: true, now: Self.second(1))
        alarms.cancel("b")
        alarms.cancel("unknown")
        #expect(alarms.removeDue(at: Self.second(6), isDozing: false) == ["c"])
        #expect(alarms.names == ["a"])
        alarms.clear()
        #expect(alarms.nextWake == nil)
        #expect(alarms.removeDue(at: Self.second(1e6), isDozing: false).isEmpty)
    }
}
