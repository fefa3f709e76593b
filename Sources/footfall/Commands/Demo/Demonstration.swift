internal import CSampleData
internal import Foundation
internal import HTTPTransport
internal import Logging
internal import SimulationLab
internal import UnixSignals
internal import VisitModel
internal import VisitPipeline
internal import VisitServer
internal import VisitStore

/// A service over a temporary database with the sample network, and simulated phones that upload to it.
///
/// The service's clock is that of the phones: the last 24 hours pass in seconds, and from then on it is this machine's.
struct Demonstration {
    /// How much of the past is played.
    private static let historySeconds = 86_400.0
    /// How long the phones move on.
    private static let futureSeconds = 7 * 86_400.0

    private let store: VisitStore
    private let clock: SimulatedClock
    private let plan: DemoPlan
    /// When the past begins, and when it ends.
    private let start: Timestamp
    private let present: Timestamp

    /// Loads the sample and plans what the phones do.
    init(endingHistoryAt present: Timestamp, seed: UInt64) throws {
        (start, self.present) = (present.advanced(bySeconds: -Self.historySeconds), present)
        clock = SimulatedClock(start)
        store = try VisitStore.temporary()
        _ = try store.importFacilities(
            Array(String(cString: footfall_sample_facilities()).utf8),
            name: "facilities.csv",
            options: FacilityImportOptions(effectiveFrom: start)
        )
        _ = try store.importMembers(
            Array(String(cString: footfall_sample_members()).utf8),
            name: "members.csv",
            options: MemberImportOptions(observedAt: start)
        )
        var phones: [DemoPlan.Phone] = []
        for stored in try store.devices.all() {
            let places = try Self.facilities(of: store, FacilityFilter(member: stored.device.member))
            phones.append(DemoPlan.Phone(device: stored.device, places: places))
        }
        plan = try DemoPlan(
            phones: phones,
            network: try Self.facilities(of: store, FacilityFilter()),
            timeZone: try TimeZoneName("America/New_York"),
            start: start,
            end: present.advanced(bySeconds: Self.futureSeconds),
            seed: seed
        )
    }

    /// Serves until a signal; prints the link once the past is played.
    func run(host: String, port: Int, stoppedBy signals: [UnixSignal], _ console: Console) async throws {
        let transport = try transport()
        defer { transport.shutDown() }
        let keyFile = WebhookKeyFile(besideDatabase: store.path)
        let clock = clock
        let now: @Sendable () -> Timestamp = { clock.time }
        let worker = try WebhookWorker(
            store: store,
            keyFile: keyFile,
            transport: transport,
            options: WorkerOptions(totalLimit: 8),
            now: now,
            report: { _ in }
        )
        let live = try LiveIngest(store: store, now: now, wakeWebhooks: { worker.wake() })
        let office = WebhookAdministration(
            endpoints: WebhookEndpoints(store: store, keyFile: keyFile),
            transport: transport
        )
        let service = VisitService(live: live, worker: worker, webhooks: office, options: options(host, port), now: now)
        let admin = try token(.admin, "the browser of the demonstration", for: nil)
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            try await addReceiver(to: &group, office.endpoints)
            group.addTask {
                for await port in ports {
                    let address = ListeningOptions.address(of: host, port: port, isEncrypted: false)
                    let phones = try phones(of: address, live, transport)
                    try await playPast(phones, live, console)
                    try Task.checkCancellation()
                    try console.output(Array(Self.greeting(address + service.signInPath(with: admin)).utf8))
                    try await moveOn(phones)
                }
            }
            group.addTask {
                try await service.run(stoppedBy: signals) { port in
                    found.yield(port)
                    found.finish()
                }
            }
            // The service ends by Ctrl-C; the others end first only where they fail.
            try await group.next()
            group.cancelAll()
            do {
                try await group.waitForAll()
            } catch is CancellationError {
                // The phones and the receiver stop after the service.
            }
        }
    }
}

extension Demonstration {
    private static func facilities(of store: VisitStore, _ filter: FacilityFilter) throws -> [Facility] {
        var facilities: [Facility] = []
        try store.facilities.forEach(matching: filter) { facilities.append($0.facility) }
        return facilities
    }

    /// Adds an endpoint and runs what receives its messages, so that the pages of webhooks have some.
    private func addReceiver(
        to group: inout ThrowingTaskGroup<Void, any Error>,
        _ endpoints: WebhookEndpoints
    ) async throws {
        let (ports, found) = AsyncStream.makeStream(of: Int.self)
        group.addTask {
            defer { found.finish() }
            try await ReceiverServer(host: "127.0.0.1", port: 0).run(stoppedBy: []) { event in
                switch event {
                case .listening(let port): found.yield(port)
                case .request(_, let reply): reply.send(ReceivedMessage.Response(status: 204))
                }
                return true
            }
        }
        for await port in ports {
            let endpoint = WebhookEndpoint(
                id: try EndpointID("partner"),
                url: "http://127.0.0.1:\(port)/visits",
                exceptions: [.privateAddress, .plainHTTP, .unusualPort]
            )
            _ = try endpoints.add(endpoint, signing: .hmac, at: start)
            return
        }
    }

    private func phones(of address: String, _ live: LiveIngest, _ transport: CurlTransport) throws -> DemoPhones {
        try DemoPhones(
            plan,
            tokens: try plan.scenarios.map { try token(.ingest, "the simulated phone", for: $0) },
            address: address,
            store: store,
            live: live,
            clock: clock,
            transport: transport
        )
    }

    private func playPast(_ phones: DemoPhones, _ live: LiveIngest, _ console: Console) async throws {
        console.errors("playing the last 24 hours of \(plan.scenarios.count) phones ...")
        try await phones.begin(at: start, until: present)
        try await SimulationThread.run { [present] in
            phones.sendUnusable(at: present)
            live.holdThreadUntilIdle()
        }
    }

    /// Moves the phones by this machine's clock, until the task is cancelled.
    private func moveOn(_ phones: DemoPhones) async throws {
        while true {
            try await Task.sleep(for: .seconds(1))
            let time = Timestamp(seconds: Date().timeIntervalSince1970)
            clock.advance(to: time)
            try await phones.move(until: time)
        }
    }

    private static func greeting(_ link: String) -> String {
        """
        Footfall runs with made-up data: 180 places in Philadelphia, three members, three simulated phones.
        This link signs in one browser, once, within half an hour:

          \(link)

        The phones move on until Ctrl-C. Then nothing of it is left.

        """
    }

    /// Stores a new access token, of a phone where there is a scenario.
    private func token(_ role: TokenRole, _ note: String, for scenario: Scenario?) throws -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        try store.accessTokens.add(
            AccessTokenRecord(
                id: token.id,
                note: note,
                role: role,
                member: scenario?.member,
                device: scenario?.device,
                digest: token.digest,
                createdAt: start
            )
        )
        return token
    }

    private func options(_ host: String, _ port: Int) -> ServiceOptions {
        var options = ServiceOptions()
        (options.host, options.port) = (host, port)
        // The past is played faster than phones send.
        options.requestsPerSecond = 0
        options.logger = Logger(label: "footfall") { label in
            ServiceLogHandler(to: StreamLogHandler.standardError(label: label))
        }
        options.logger.logLevel = .warning
        return options
    }

    private func transport() throws -> CurlTransport {
        var options = TransportOptions()
        options.keptBodyBytes = 4 << 20
        return try CurlTransport(options)
    }
}
