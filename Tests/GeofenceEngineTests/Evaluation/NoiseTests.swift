import Foundation
import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Noise and passers-by cause no visits")
struct NoiseTests {
    struct DriveBy: CustomTestStringConvertible {
        let interval: Double
        let offset: Double
        let activity: Activity?

        var testDescription: String {
            "at 50 km/h, a fix every \(interval) s, \(offset) m off the centre, \(activity?.rawValue ?? "unknown") motion"
        }
    }

    private static let driveByRows = [1.0, 5, 10, 20, 60, 300].flatMap { interval in
        [0.0, 60, 120, 145].flatMap { offset in
            [nil, Activity.inVehicle].map { DriveBy(interval: interval, offset: offset, activity: $0) }
        }
    }

    @Test("a drive-by gives no visit at all", arguments: driveByRows)
    func driveBy(_ row: DriveBy) throws {
        let speed = 50 / 3.6
        // Every phase of the sampling, so that the result does not depend on a lucky fix.
        for phase in stride(from: 0, to: row.interval, by: max(1, row.interval / 7)) {
            let steps = stride(from: phase, through: 1200, by: row.interval).map {
                Step($0, east: ($0 - 600) * speed, north: row.offset, activity: row.activity)
            }
            let run = try EngineRun([try Ground.circle()], steps)
            #expect(run.changes.isEmpty, "phase \(phase)")
        }
    }

    @Test("a noisy drive-by gives none either", arguments: UInt64(1)...20)
    func noisyDriveBy(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let steps = stride(from: 0.0, through: 600, by: 1).map { second in
            let accuracy = Double.random(in: 5...40, using: &generator)
            return Step(
                second,
                east: (second - 300) * 50 / 3.6 + generator.normal() * accuracy / 1.5096,
                north: generator.normal() * accuracy / 1.5096,
                accuracy: accuracy
            )
        }
        let run = try EngineRun([try Ground.circle()], steps)
        #expect(run.changes.isEmpty, "seed \(seed)")
    }

    /// An hour on the edge, a fix a second, 15 m of noise each way.
    ///
    /// `memory` is the share of the error that the next fix keeps.
    private static func hourOnTheEdge(seed: UInt64, memory: Double, accuracy: Double) throws -> EngineRun {
        var generator = SeededGenerator(seed: seed)
        var run = try EngineRun([try Ground.circle()])
        var (east, north) = (generator.normal() * 15, generator.normal() * 15)
        let fresh = 15 * (1 - memory * memory).squareRoot()
        for second in 0..<3600 {
            run.ingest(Step(Double(second), east: 150 + east, north: north, accuracy: accuracy).fix)
            east = memory * east + fresh * generator.normal()
            north = memory * north + fresh * generator.normal()
        }
        return run
    }

    @Test(
        "an hour of noise on an edge is at most one visit",
        arguments: [(0.0, 15.0), (0, 22.6), (0.9, 22.6), (0.98, 8), (0.995, 22.6)]
    )
    func noiseOnTheEdge(memory: Double, accuracy: Double) throws {
        for seed in UInt64(1)...8 {
            let run = try Self.hourOnTheEdge(seed: seed, memory: memory, accuracy: accuracy)
            #expect(run.stays.count <= 1, "seed \(seed): \(run.emitted)")
        }
    }

    @Test("two adjoining facilities do not flap while the accuracy gets worse", arguments: UInt64(1)...20)
    func adjoiningFacilities(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var run = try EngineRun([
            try Ground.circle("gym", key: 1, radius: 60), try Ground.circle("spa", key: 2, east: 120, radius: 60),
        ])
        // 15 m inside the gym, next to the spa, while accuracy goes from 5 m to 100 m and back.
        for second in stride(from: 0.0, through: 7200, by: 5) {
            let accuracy = 5 + 95 * (1 - abs(second - 3600) / 3600)
            let sigma = accuracy / 1.5096
            // The reported accuracy is realistic: half of the error carries over from fix to fix, as indoors.
            run.ingest(
                Step(
                    second,
                    east: 45 + generator.normal() * sigma * 0.5,
                    north: generator.normal() * sigma * 0.5,
                    accuracy: accuracy
                ).fix
            )
        }
        let entries = run.emitted.filter { $0.hasPrefix("entered gym") }
        #expect(entries.count == 1, "seed \(seed): \(run.emitted)")
        #expect(!run.emitted.contains { $0.hasPrefix("exited") }, "seed \(seed): \(run.emitted)")
        #expect(run.stays.count { $0.status != .open } == 0)
    }

    @Test("on the line between two adjoining facilities neither is left and entered again", arguments: UInt64(1)...10)
    func onTheLine(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var run = try EngineRun([
            try Ground.circle("gym", key: 1, radius: 60), try Ground.circle("spa", key: 2, east: 120, radius: 60),
        ])
        for second in stride(from: 0.0, through: 3600, by: 5) {
            let step = Step(second, east: 60 + 10 * generator.normal(), north: 10 * generator.normal(), accuracy: 15)
            run.ingest(step.fix)
        }
        for name in ["gym", "spa"] {
            #expect(run.emitted.count { $0.hasPrefix("entered \(name)") } <= 1, "seed \(seed): \(run.emitted)")
        }
        #expect(!run.emitted.contains { $0.hasPrefix("exited") }, "seed \(seed): \(run.emitted)")
    }
}
