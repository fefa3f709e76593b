import GeofenceEngine
import Testing
import VisitModel

@Suite("The silence of a phone that reports its movements")
struct RestBySilenceTests {
    private static let hour = 3600.0

    /// A way to the fence at 1.4 m/s with a fix each interval, and one and a half minutes in it.
    private static func arrival(_ interval: Double) -> [Step] {
        let way = stride(from: -max(1200, 12 * interval), through: -interval, by: interval).map { second in
            Step(second, east: 140 + second * 1.4, speed: 1.4)
        }
        return way.filter { Ground.point(east: 0).distance(to: $0.place) > 160 }
            + [Step(0, east: -20, speed: 0.2), Step(90, east: 5, speed: 0)]
    }

    /// The way on, from some metres east of the middle.
    private static func departure(_ second: Double, east: Double, interval: Double = 5) -> [Step] {
        (0..<12).map { number in
            let elapsed = Double(number) * interval
            return Step(second + elapsed, east: east + elapsed * 1.4, speed: 1.4)
        }
    }

    private static func visit(_ steps: [Step]) throws -> Visit {
        try #require(try ConfidenceRun([try Ground.circle()], steps).visits.first)
    }

    @Test("that resumes near the fence was rest: the visit counts until shortly before", arguments: [1.0, 5, 9])
    func resumesNear(hours: Double) throws {
        let end = hours * Self.hour
        let visit = try Self.visit(Self.arrival(5) + Self.departure(end, east: 230))
        #expect(visit.isCounted)
        #expect(visit.status == .closed)
        let exit = try #require(visit.exitedAt)
        #expect(abs(Ground.noon.seconds(to: exit) - (end - 60)) < 60)
        let bounds = try #require(visit.assessment?.exitedBetween)
        #expect(bounds.lowerBound.seconds(to: bounds.upperBound) < 1200)
    }

    @Test("that resumes as far away as a walk leads in the time was the way")
    func resumesFar() throws {
        let visit = try Self.visit(Self.arrival(5) + Self.departure(Self.hour, east: 4500))
        #expect(!visit.isCounted)
    }

    @Test("for longer than the limit ends the stay at its last proof where the phone resumes elsewhere")
    func resumesElsewhereNextMorning() throws {
        let visit = try Self.visit(Self.arrival(5) + Self.departure(10 * Self.hour, east: 2500))
        #expect(visit.status == .timedOut)
        #expect(visit.exitedAt == Ground.noon.advanced(bySeconds: 90))
    }

    @Test("does not pass the clock's limit before a fix shows where it resumes")
    func clock() throws {
        var run = try EngineRun([try Ground.circle()], Self.arrival(5))
        run.tick(15 * Self.hour)
        #expect(run.stays.map(\.status) == [.open])
        run.tick(17 * Self.hour)
        #expect(run.stays.map(\.status) == [.timedOut])
        var timer = try EngineRun([try Ground.circle()], Self.arrival(500))
        timer.tick(5 * Self.hour)
        #expect(timer.stays.map(\.status) == [.timedOut])
    }

    @Test("with a heartbeat early in it ends the stay too, where the phone resumes elsewhere")
    func heartbeat() throws {
        var run = try EngineRun([try Ground.circle()], Self.arrival(5))
        run.beat(Self.hour)
        for step in Self.departure(10 * Self.hour, east: 2500) { run.ingest(step.fix) }
        #expect(run.stays.map(\.status) == [.timedOut])
        #expect(run.stays.first?.exitedAt == Ground.noon.advanced(bySeconds: 90))
    }

    @Test("goes on over a fix of two kilometres that could be anywhere")
    func cellFix() throws {
        let cell = [Step(5 * Self.hour, east: 800, accuracy: 2000)]
        let visit = try Self.visit(Self.arrival(5) + cell + Self.departure(8 * Self.hour, east: 230))
        #expect(visit.isCounted)
        #expect(visit.status == .closed)
    }

    @Test("is stronger the denser the phone reports")
    func density() throws {
        let confidences = try [5.0, 200, 400].map { interval in
            let steps = Self.arrival(interval) + Self.departure(Self.hour, east: 230, interval: interval)
            return try #require(try Self.visit(steps).assessment?.confidence)
        }
        #expect(zip(confidences, confidences.dropFirst()).allSatisfy { $0 > $1 }, "\(confidences)")
    }

    @Test("a burst of fixes beyond the edge with one error does not take away the hours around it")
    func burst() throws {
        let burst = (0..<40).map { Step(120 + Double($0), east: 165, accuracy: 8) }
        let steps =
            Self.arrival(5) + burst + [Step(Self.hour, east: 10, speed: 0)]
            + Self.departure(Self.hour + 300, east: 230)
        let visit = try Self.visit(steps)
        #expect(visit.isCounted)
        #expect(visit.status == .closed)
    }
}
