internal import Dispatch
internal import Foundation
internal import Synchronization
internal import VisitModel

/// The runs of every set of options on every member.
package struct LabRun: Sendable {
    package let population: LabPopulation
    /// The sets to compare, in the order of the report.
    package let sets: [LabOptionSet]

    package typealias Measure = @Sendable (Scenario, LabOptionSet) throws -> LabMeasure

    /// Creates a plan of runs.
    ///
    /// Throws `SimulationLabError` with code `lab` where there is no set or two have one name.
    package init(population: LabPopulation, sets: [LabOptionSet]) throws(SimulationLabError) {
        guard !sets.isEmpty else {
            throw SimulationLabError(.lab, "there is no set of options to compare, expected one at least")
        }
        var names: Set<String> = []
        for set in sets where !names.insert(set.name).inserted {
            throw SimulationLabError(.lab, "\(quoted(set.name)) is listed twice, expected each set once")
        }
        self.population = population
        self.sets = sets
    }

    /// Runs every member with every set, and returns a row for each set with a measure for each member.
    ///
    /// The work is distributed over the processor's cores. Each scenario is generated when its run begins and released
    /// after it, so that memory does not grow with the members. The result does not depend on the distribution. `jobs`
    /// is limited to the number of cores, which is also its default. `measure` is called on several threads at once.
    /// `progress` is called after each run, one call at a time, in order.
    ///
    /// Throws `SimulationLabError` with code `labRun` that names member and set, for the first failed run in order; no
    /// run is started after a failure. An error with code `lab` is passed on unchanged.
    package func run(
        jobs: Int? = nil,
        measure: Measure,
        progress: @Sendable (_ done: Int, _ of: Int) -> Void = { _, _ in }
    ) throws(SimulationLabError) -> [[LabMeasure]] {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let threads = min(max(1, jobs ?? cores), cores, count)
        let board = Mutex(Board(count: count))
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
            while let item = board.withLock({ $0.next() }) {
                let outcome = Result { try run(item, measure) }
                board.withLock { board in
                    board.put(outcome, of: item)
                    if case .success = outcome { progress(board.done, count) }
                }
            }
        }
        let (measures, failure) = board.withLock { ($0.measures, $0.failure) }
        if let failure { throw error(failure.error, of: failure.item) }
        return sets.indices.map { set in
            population.memberIndices.map { member in
                guard let measure = measures[member * sets.count + set] else {
                    preconditionFailure("every run without a failure has a measure")
                }
                return measure
            }
        }
    }

    /// The number of runs: member after member, each with all sets.
    private var count: Int { population.memberCount * sets.count }

    private func run(_ item: Int, _ measure: Measure) throws -> LabMeasure {
        let set = sets[item % sets.count]
        return try measure(try population.scenario(of: item / sets.count, on: set.platform), set)
    }

    private func error(_ error: any Error, of item: Int) -> SimulationLabError {
        if let error = error as? SimulationLabError, error.code == .lab { return error }
        let set = sets[item % sets.count].name
        return SimulationLabError(
            .labRun,
            "member \(item / sets.count + 1) with \(quoted(set)) (seed \(population.seed)) failed: \(error)",
            cause: error
        )
    }

    private struct Board: Sendable {
        private(set) var measures: [LabMeasure?]
        private(set) var done = 0
        private(set) var failure: (item: Int, error: any Error)?
        private var nextItem = 0

        init(count: Int) { measures = Array(repeating: nil, count: count) }

        /// Runs are started in order, so all runs before a failed one are started and the first failure is
        /// deterministic.
        mutating func next() -> Int? {
            guard failure == nil, nextItem < measures.count else { return nil }
            nextItem += 1
            return nextItem - 1
        }

        mutating func put(_ outcome: Result<LabMeasure, any Error>, of item: Int) {
            switch outcome {
            case .success(let measure):
                measures[item] = measure
                done += 1
            case .failure(let error):
                if failure.map({ item < $0.item }) ?? true { failure = (item, error) }
            }
        }
    }
}

extension LabPopulation {
    var memberIndices: Range<Int> { 0..<memberCount }
}
