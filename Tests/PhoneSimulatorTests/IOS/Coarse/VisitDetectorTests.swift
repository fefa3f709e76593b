import PhoneOS
import PhoneSimulator
import Testing
import VisitModel

@Suite("Visits of a simulated iPhone")
struct VisitDetectorTests {
    private func reading(_ seconds: Double, east: Double, accuracy: Double = 50) throws -> SystemFix {
        SystemFix(time: iosTime(seconds), coordinate: try iosPlace(east: east), accuracyMeters: accuracy)
    }

    @Test("are delivered at the arrival without a departure, and again with it")
    func arrivalAndDeparture() throws {
        var detector = VisitDetector()
        #expect(detector.process(try reading(0, east: 0)).isEmpty)
        #expect(detector.process(try reading(100, east: 140, accuracy: 20)).isEmpty)
        let arrival = try #require(detector.process(try reading(400, east: 50)).first)
        #expect(arrival.arrival == iosTime(0) && arrival.departure == nil && arrival.decidedAt == iosTime(300))
        #expect(arrival.accuracyMeters == 20)
        #expect(arrival.coordinate == (try iosPlace(east: 140)))
        #expect(detector.nextWake == nil)
        #expect(detector.process(try reading(1000, east: 151)).isEmpty)
        #expect(detector.process(try reading(1119, east: 900)).isEmpty)
        let departure = try #require(detector.process(try reading(1120, east: 1000)).first)
        #expect(
            departure.arrival == iosTime(0) && departure.departure == iosTime(1000)
                && departure.decidedAt == iosTime(1120)
        )
        #expect(detector.nextWake == iosTime(1419), "a rest of the next visit")
    }

    @Test("are found by the timer where a phone at rest makes no fixes")
    func timer() throws {
        var detector = VisitDetector()
        #expect(detector.nextWake == nil)
        _ = detector.process(try reading(0, east: 0))
        #expect(detector.nextWake == iosTime(300))
        #expect(detector.wake(at: iosTime(299)).isEmpty)
        #expect(detector.wake(at: iosTime(500)).map(\.decidedAt) == [iosTime(300)])
        #expect(detector.nextWake == nil)
    }

    @Test("are not found on the way, nor at a stop that is too short")
    func moving() throws {
        var detector = VisitDetector()
        var emitted: [IOSVisit] = []
        // 5 m/s, with three minutes at a barrier.
        for second in stride(from: 0.0, through: 3600, by: 10) {
            let moving = second < 1200 ? second : max(1200, second - 180)
            let east = 5 * moving
            emitted += detector.process(try reading(second, east: east))
        }
        #expect(emitted.isEmpty)
    }

    @Test("survive distant fixes that return, and one with nothing after it")
    func outliers() throws {
        var detector = VisitDetector()
        _ = detector.process(try reading(0, east: 0))
        _ = detector.wake(at: iosTime(300))
        #expect(detector.process(try reading(600, east: 900)).isEmpty)
        #expect(detector.process(try reading(660, east: 0)).isEmpty)
        #expect(detector.process(try reading(730, east: 900)).isEmpty)
        #expect(detector.wake(at: iosTime(9000)).isEmpty)
        #expect(detector.process(try reading(9000, east: 0)).isEmpty)
        #expect(detector.nextWake == nil, "the fix belongs to the visit")
    }

    @Test("ignore fixes without a position and from the past")
    func unusable() throws {
        var detector = VisitDetector()
        _ = detector.process(try reading(100, east: 0, accuracy: -1))
        #expect(detector.nextWake == nil)
        _ = detector.process(try reading(100, east: 0))
        _ = detector.process(try reading(50, east: 900))
        #expect(detector.nextWake == iosTime(400))
    }

    @Test("drop a pending rest on a reset, and keep the delivered visit")
    func forgetting() throws {
        var detector = VisitDetector()
        _ = detector.process(try reading(0, east: 0))
        detector.forgetRest()
        #expect(detector.nextWake == nil)
        _ = detector.process(try reading(10, east: 0))
        _ = detector.wake(at: iosTime(310))
        detector.forgetRest()
        #expect(detector.process(try reading(320, east: 0)).isEmpty)
        #expect(detector.nextWake == nil, "the fix belongs to the visit")
    }

    @Test("come in pairs that do not overlap, for many ways", arguments: UInt64(1)...30)
    func pairs(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var detector = VisitDetector()
        var emitted: [IOSVisit] = []
        var (time, east) = (0.0, 0.0)
        for _ in 0..<400 {
            time += 10 + 240 * generator.unit()
            if generator.unit() < 0.2 { east = 1000 * (generator.unit() * 5).rounded() }
            if generator.unit() < 0.5 { emitted += detector.wake(at: iosTime(time)) }
            emitted += detector.process(try reading(time, east: east + 60 * generator.normal()))
        }
        #expect(emitted.count > 4, "seed \(seed)")
        for (index, visit) in emitted.enumerated() {
            #expect((visit.departure == nil) == index.isMultiple(of: 2), "seed \(seed), message \(index)")
            guard index > 0 else { continue }
            let last = emitted[index - 1]
            #expect(last.decidedAt <= visit.decidedAt, "seed \(seed), message \(index)")
            if let departure = visit.departure {
                #expect(last.arrival == visit.arrival && departure > visit.arrival, "seed \(seed), message \(index)")
            } else {
                let left = try #require(last.departure)
                #expect(left <= visit.arrival, "seed \(seed), message \(index)")
            }
        }
    }
}
