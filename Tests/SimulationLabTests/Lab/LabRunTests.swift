import Foundation
import PhoneSimulator
import Synchronization
import Testing
import VisitModel

@testable import SimulationLab

@Suite("The lab's runs")
struct LabRunTests {
    private static let sets =
        [LabPreset.responsive, .footfall].map { $0.set(on: .ios) } + [LabPreset.plain.set(on: .android)]

    private static func run(members: Int = 5) throws -> LabRun {
        try LabRun(population: try LabBench.population(members: members, days: 1), sets: sets)
    }

    /// A measure that identifies the member and the set by its numbers.
    private static let fake: LabRun.Measure = { scenario, set in
        var measure = LabMeasure(days: 1)
        measure.fixes = Int(scenario.member.text.dropFirst("member-".count)) ?? 0
        measure.uploads = sets.firstIndex(of: set) ?? -1
        measure.wakeups = scenario.phone.platform == set.platform ? 1 : 0
        return measure
    }

    @Test("every member is measured once with every set, by any worker", arguments: [1, 2, 64, nil] as [Int?])
    func order(jobs: Int?) throws {
        let calls = Mutex(0)
        let measures = try Self.run().run(jobs: jobs) { scenario, set in
            let call = calls.withLock { calls in
                calls += 1
                return calls
            }
            // Every other run is slow, so that runs end out of order.
            var sum = 0.0
            for number in 0..<(call.isMultiple(of: 2) ? 200_000 : 1) { sum += Double(number) }
            var measure = try Self.fake(scenario, set)
            measure.gpsSeconds = sum.isFinite ? 0 : 1
            return measure
        }
        #expect(calls.withLock { $0 } == 15)
        #expect(measures.count == 3)
        for (set, row) in measures.enumerated() {
            #expect(row.map(\.fixes) == [1, 2, 3, 4, 5])
            #expect(row.allSatisfy { $0.uploads == set && $0.wakeups == 1 })
        }
    }

    @Test("no more run in parallel than there are jobs and cores")
    func threads() throws {
        for jobs in [1, 1000] {
            let running = Mutex(0)
            let most = Mutex(0)
            _ = try Self.run(members: 20).run(jobs: jobs) { scenario, set in
                let now = running.withLock { count in
                    count += 1
                    return count
                }
                most.withLock { $0 = max($0, now) }
                defer { running.withLock { $0 -= 1 } }
                return try Self.fake(scenario, set)
            }
            #expect(most.withLock { $0 } <= min(jobs, ProcessInfo.processInfo.activeProcessorCount))
        }
    }

    @Test("progress counts to the end, one after the other")
    func progress() throws {
        let received = Mutex<[Int]>([])
        _ = try Self.run().run(measure: Self.fake) { done, count in
            #expect(count == 15)
            received.withLock { $0.append(done) }
        }
        #expect(received.withLock { $0 } == Array(1...15))
    }

    @Test("an error names member and set, the first in order whichever came first", arguments: [1, 2])
    func failure(jobs: Int) throws {
        struct Broken: Error, CustomStringConvertible { let description = "no disk" }
        let begun = Mutex(0)
        let error = #expect(throws: SimulationLabError.self) {
            try Self.run(members: 50).run(jobs: jobs) { scenario, set in
                begun.withLock { $0 += 1 }
                // The second set fails from the second member on.
                if set == Self.sets[1], scenario.member.text != "member-1" { throw Broken() }
                return try Self.fake(scenario, set)
            }
        }
        #expect(error?.code == .labRun)
        #expect(error?.message == "member 2 with `footfall-ios` (seed 1) failed: no disk")
        #expect(error?.cause is Broken)
        #expect(begun.withLock { $0 } < 20, "nothing new is begun after a failure")
    }

    @Test("an error that affects every run is reported unchanged")
    func impossible() throws {
        let error = #expect(throws: SimulationLabError.self) {
            try Self.run().run { _, _ in throw SimulationLabError(.lab, "no such phone") }
        }
        #expect(error?.code == .lab)
        #expect(error?.message == "no such phone")
    }

    @Test("a run needs sets, each with a unique name")
    func names() throws {
        let population = try LabBench.population()
        let twice = [LabPreset.footfall, .footfall].map { $0.set(on: .ios) }
        for (sets, text) in [([], "there is no set"), (twice, "`footfall-ios` is listed twice")] {
            let error = #expect(throws: SimulationLabError.self) { try LabRun(population: population, sets: sets) }
            #expect(error?.message.hasPrefix(text) == true)
        }
    }
}
