internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import Logging
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

struct HealthEndpoints: Sendable {
    let live: LiveIngest
    let metrics: ServiceMetrics
    let reader: StoreReader
    let registry: ConnectionRegistry
    let watch: DatabaseWatch

    var all: [Endpoint] {
        [
            Endpoint(.get, "/health", .open) { _ in .json(["status": "ok"]) },
            Endpoint(.get, "/ready", .open) { try await ready($0) },
            Endpoint(.get, "/metrics", .read) { _ in
                .text(try await numbers(), type: "text/plain; version=0.0.4; charset=utf-8")
            },
        ]
    }

    /// The status is for everyone, such as the probe of a load balancer; the reason is only for a token that may read.
    private func ready(_ call: ServiceCall) async throws -> Response {
        guard let obstacle = await obstacle(call) else { return .json(["status": "ready"]) }
        if case .known(let principal, _) = call.context.caller, RequiredRole.read.allows(principal.role) {
            throw obstacle
        }
        throw Problem(
            .serviceUnavailable,
            "not_ready",
            "the service can't accept fixes at the moment; a token that may read gets the reason",
            retryAfterSeconds: obstacle.retryAfterSeconds
        )
    }

    /// Why fixes can't be accepted; `nil` where they can.
    private func obstacle(_ call: ServiceCall) async -> Problem? {
        do {
            if let problem = watch.problem { return problem }
            if let failure = live.failure { throw failure }
            _ = try await reader.read { try $0.placesRevision() }
            return nil
        } catch {
            let problem = Problem(error)
            guard problem.status != 503 else { return problem }
            call.context.logger.error("the database can't be read", metadata: ["error": "\(error)"])
            return Problem(.serviceUnavailable, "not_ready", "the database can't be read; see the service's log")
        }
    }

    private func numbers() async throws -> String {
        let counts = metrics.counts
        let load = live.load
        let waiting = try await reader.read { try $0.endpoints.deliveryCounts().values.reduce(0) { $0 + $1.waiting } }
        let usage = try await reader.read { try $0.quarantine.usage() }
        var text = PrometheusText()
        text.metric("footfall_requests_total", .counter, "Responses, by route and status.")
        for (route, count) in counts.requests.sorted(by: {
            ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status)
        }) {
            text.value("footfall_requests_total", [("route", route.route), ("status", "\(route.status)")], count)
        }
        text.metric("footfall_request_seconds", .histogram, "Response times.")
        for (bound, count) in zip(ServiceMetrics.Latency.bounds, counts.latency.counts) {
            text.value("footfall_request_seconds_bucket", [("le", "\(bound)")], count)
        }
        text.value("footfall_request_seconds_bucket", [("le", "+Inf")], counts.latency.count)
        text.value("footfall_request_seconds_sum", [], counts.latency.seconds)
        text.value("footfall_request_seconds_count", [], counts.latency.count)
        text.metric("footfall_fixes_total", .counter, "Fixes, by outcome.")
        for outcome in ["accepted", "quarantined", "repeated"] {
            text.value("footfall_fixes_total", [("outcome", outcome)], counts.fixes[outcome] ?? 0)
        }
        text.metric(
            "footfall_ignored_records_total",
            .counter,
            "Records of phones' apps that are no fixes, by app and kind."
        )
        for (ignored, count) in counts.ignored.sorted(by: {
            ($0.key.app.rawValue, $0.key.kind.rawValue) < ($1.key.app.rawValue, $1.key.kind.rawValue)
        }) {
            text.value(
                "footfall_ignored_records_total",
                [("app", ignored.app.rawValue), ("kind", ignored.kind.rawValue)],
                count
            )
        }
        text.single("footfall_waiting_fixes", .gauge, "Fixes in the queue, not yet written.", load.fixes)
        text.single("footfall_waiting_requests", .gauge, "Parts of requests queued or in progress.", load.requests)
        text.single("footfall_open_devices", .gauge, "Cached devices.", load.openDevices)
        text.single("footfall_listeners", .gauge, "Clients of the live stream.", live.feed.listenerCount)
        text.single("footfall_webhook_messages_waiting", .gauge, "Undelivered webhook messages.", waiting)
        text.single("footfall_quarantine_bytes", .gauge, "Size of the quarantined records.", usage.bytes)
        text.single(
            "footfall_quarantine_dropped",
            .counter,
            "Quarantined records dropped to free space.",
            usage.dropped
        )
        let isWritable = live.failure == nil && watch.problem == nil
        text.single("footfall_writable", .gauge, "1 while the database can be written.", isWritable ? 1 : 0)
        let connections = registry.counts
        text.single("footfall_open_connections", .gauge, "Client connections.", connections.open)
        text.single(
            "footfall_refused_connections_total",
            .counter,
            "Connections rejected at the limit.",
            connections.refused
        )
        return text.text
    }
}

/// Prometheus' text exposition format 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    enum Kind: String {
        case counter, gauge, histogram
    }

    mutating func metric(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a value of the last metric.
    mutating func value(_ name: String, _ labels: [(String, String)], _ value: some LosslessStringConvertible) {
        let list = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
        text += list.isEmpty ? "\(name) \(value)\n" : "\(name){\(list)} \(value)\n"
    }

    /// Adds a metric with a single value, without labels.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some LosslessStringConvertible) {
        metric(name, kind, help)
        self.value(name, [], value)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}
