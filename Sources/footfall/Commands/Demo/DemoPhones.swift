internal import HTTPTransport
internal import SimulationLab
internal import TrackingEngine
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore

/// The simulated phones of a demonstration, each with an access token of its own.
///
/// One task at a time may use it.
struct DemoPhones: Sendable {
    /// How far one phone may be ahead of another while the past is played.
    private static let stepSeconds = 300.0

    private let sessions: [LabSession]
    private let servers: [ServiceServer]
    /// In the order of the sessions, where the app has options.
    private let liveOptions: [ConfigPatch?]

    /// Prepares the phones; `tokens` are in the order of the scenarios.
    init(
        _ plan: DemoPlan,
        tokens: [AccessToken],
        address: String,
        store: VisitStore,
        live: LiveIngest,
        clock: SimulatedClock,
        transport: CurlTransport
    ) throws {
        servers = tokens.enumerated().map { index, token in
            ServiceServer(
                address: address,
                token: token.text,
                store: store,
                clock: clock,
                transport: transport
            ) {
                // The service's timers are run by one of them.
                guard index == 0 else { return }
                try live.tick()
                live.holdThreadUntilIdle()
            }
        }
        liveOptions = try plan.scenarios.map { try DemoPlan.liveOptions(of: $0) }
        sessions = try zip(plan.scenarios, servers).map {
            try LabSession($0, server: $1, keepsTimeline: false)
        }
    }

    /// Opens the apps and plays until a time; from then on the apps send more often.
    func begin(at start: Timestamp, until present: Timestamp) async throws {
        let inBackground = start.advanced(bySeconds: 60)
        for session in sessions { session.startMonitoring() }
        try await move(until: inBackground)
        for session in sessions { session.perform(.leaveApp, text: nil) }
        var time = inBackground
        while time < present {
            try Task.checkCancellation()
            time = min(present, time.advanced(bySeconds: Self.stepSeconds))
            try await move(until: time)
        }
        for (session, options) in zip(sessions, liveOptions) { if let options { session.change(options) } }
    }

    /// Moves all phones, each on a thread of its own.
    func move(until time: Timestamp) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for session in sessions {
                group.addTask { try await SimulationThread.run { session.run(until: time) } }
            }
            try await group.waitForAll()
        }
    }

    /// Sends a record that can't be used, as phones do now and then.
    func sendUnusable(at time: Timestamp) {
        servers.first?.send(
            #"{"time":"\#(time.iso8601)","lat":399.524,"lon":-75.1636,"accuracy":12}"#,
            to: "/v1/fixes",
            at: time
        )
    }
}
