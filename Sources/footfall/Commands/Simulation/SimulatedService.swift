internal import Foundation
internal import HTTPTransport
internal import Logging
internal import SimulationLab
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore

/// A service on this machine that runs in a simulation's time, for one phone that uploads over HTTP.
struct SimulatedService {
    private let story: Scenario
    private let store: VisitStore
    private let clock: SimulatedClock
    private let live: LiveIngest
    private let token: AccessToken

    /// Stores the scenario's network and its member.
    init(for story: Scenario) throws {
        self.story = story
        store = try VisitStore.temporary()
        try story.importNetwork(into: store)
        let clock = SimulatedClock(story.start)
        self.clock = clock
        live = try LiveIngest(store: store, now: { clock.time })
        var generator = SystemRandomNumberGenerator()
        token = AccessToken(using: &generator)
        try store.accessTokens.add(
            AccessTokenRecord(
                id: token.id,
                note: "the simulated phone",
                role: .ingest,
                member: story.member,
                device: story.device,
                environment: .live,
                digest: token.digest,
                createdAt: story.start,
                expiresAt: nil
            )
        )
    }

    /// Runs the scenario, by default with its own app, against the running service.
    ///
    /// Throws what keeps the service from listening, and what `Scenario.run` throws.
    func run(app: AppKind?) async throws -> SimulationRecord {
        var options = ServiceOptions()
        options.port = 0
        options.requestsPerSecond = 0
        // Generous timeouts, so that a busy machine does not change the result.
        (options.headSeconds, options.bodySeconds) = (3_600, 3_600)
        // Timers run in the simulation's time, so the service's own upkeep is disabled.
        options.upkeepSeconds = 86_400 * 365
        options.logger = Logger(label: "footfall") { label in
            ServiceLogHandler(to: StreamLogHandler.standardError(label: label))
        }
        // The service ends by cancellation, which its library logs as an error.
        options.logger.logLevel = .critical
        let service = VisitService(live: live, worker: nil, options: options, now: { [clock] in clock.time })
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                defer { found.finish() }
                try await service.run(stoppedBy: []) { found.yield($0) }
            }
            for await port in ports {
                let record = try await run(app: app, at: port)
                group.cancelAll()
                return record
            }
            // The service ended before it listened: this throws its error.
            try await group.waitForAll()
            throw CommandFailure(.different, "the service ended before the simulation did")
        }
    }

    /// The raw fixes stored for the phone, ordered by time.
    func fixes() throws -> [Fix] { try live.pipeline.fixes(of: story.device, size: .max - 1).fixes }

    private func run(app: AppKind?, at port: Int) async throws -> SimulationRecord {
        var options = TransportOptions()
        options.keptBodyBytes = 4 << 20
        let transport = try CurlTransport(options)
        defer { transport.shutDown() }
        let server = ServiceServer(
            address: "http://127.0.0.1:\(port)",
            token: token.text,
            store: store,
            clock: clock,
            transport: transport
        ) { [live] in
            try live.tick()
            live.holdThreadUntilIdle()
        }
        return try await SimulationThread.run { [story] in try story.run(app: app, server: server) }
    }
}
