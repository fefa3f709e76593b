import Foundation
import HTTPTransport
import VisitModel
import VisitPipeline
import VisitStore

/// One measurement: visits at a steady rate in, messages out.
struct LoadRun {
    let queue: MessageQueue
    let rate: Int
    let seconds: Int

    /// Sends while it queues, and prints how long messages took from the visit to their first try and to their answer.
    func measure() async throws -> String {
        let transport = try CurlTransport()
        let worker = try WebhookWorker(
            store: queue.store,
            keyFile: queue.keyFile,
            transport: transport,
            now: { .wallClock }
        )
        async let sent = worker.run()
        let start = ContinuousClock.now
        // A transaction for every fiftieth of a second, as an intake that groups its commits does.
        let steps = 50 * seconds
        for step in 0..<steps {
            try queue.add(rate * (step + 1) / 50 - rate * step / 50, at: .wallClock)
            worker.wake()
            try await Task.sleep(until: start + .milliseconds(20 * (step + 1)), clock: .continuous)
        }
        let queuing = ContinuousClock.now - start
        // What is still under way to those that answer gets time to arrive.
        try await Task.sleep(for: .seconds(2))
        worker.stop()
        let summary = try await sent
        transport.shutDown()
        return try report(summary, queuing)
    }

    private func report(_ summary: DeliverySummary, _ queuing: Duration) throws -> String {
        var lines: [String] = []
        for endpoint in try queue.store.endpoints.all() {
            var (first, answered): ([Int64], [Int64]) = ([], [])
            var unsent = 0
            try queue.store.outbox.forEach(matching: DeliveryFilter(endpoint: endpoint.endpoint.id)) { delivery in
                guard let last = delivery.last, delivery.state == .delivered, delivery.attempts == 1 else {
                    unsent += 1
                    return
                }
                let wait = last.at.milliseconds - delivery.queuedAt.milliseconds
                first.append(wait)
                answered.append(wait + last.tookMilliseconds)
            }
            first.sort()
            answered.sort()
            lines.append(
                """
                {"endpoint": "\(endpoint.endpoint.id)", "delivered": \(first.count), "not_delivered": \(unsent), \
                "first_try_p50_ms": \(at(50, first)), "first_try_p95_ms": \(at(95, first)), \
                "first_try_p99_ms": \(at(99, first)), "answered_p95_ms": \(at(95, answered))}
                """
            )
        }
        let took = Double(queuing.wholeMilliseconds) / 1000
        return """
            {"queued_per_second": \(Int(Double(queue.queued) / took)), "delivered": \(summary.delivered), \
            "failed": \(summary.failed), "seconds": \(took), "endpoints": [\(lines.joined(separator: ", "))]}
            """
    }

    private func at(_ percent: Int, _ sorted: [Int64]) -> Int64 {
        sorted.isEmpty ? -1 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
    }
}
