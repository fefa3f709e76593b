internal import Interchange
internal import Synchronization
internal import VisitPipeline

final class ServiceMetrics: Sendable {
    struct Route: Hashable {
        let route: String
        let status: Int
    }

    /// In cumulative buckets, as Prometheus defines them.
    struct Latency {
        /// In seconds.
        static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
        var counts = Array(repeating: 0, count: bounds.count)
        var count = 0
        var seconds = 0.0

        mutating func add(_ value: Double) {
            count += 1
            seconds += value
            for index in Self.bounds.indices where value <= Self.bounds[index] { counts[index] += 1 }
        }
    }

    struct Counts {
        var requests: [Route: Int] = [:]
        var latency = Latency()
        var fixes: [String: Int] = [:]
        var ignored: [Ignored: Int] = [:]
    }

    /// A kind of record of an app that is no fix.
    struct Ignored: Hashable {
        let app: PhoneApp
        let kind: IgnoredRecord
    }

    private let state = Mutex(Counts())

    var counts: Counts { state.withLock { $0 } }

    func countRequest(route: String, status: Int, took: Duration) {
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        state.withLock { state in
            state.requests[Route(route: route, status: status), default: 0] += 1
            state.latency.add(seconds)
        }
    }

    func count(_ outcome: PhoneOutcome, of app: PhoneApp) {
        state.withLock { state in
            state.fixes["accepted", default: 0] += outcome.counts.accepted
            state.fixes["repeated", default: 0] += outcome.counts.repeated
            state.fixes["quarantined", default: 0] += outcome.counts.quarantined
            for (kind, count) in outcome.ignored { state.ignored[Ignored(app: app, kind: kind), default: 0] += count }
        }
    }
}
