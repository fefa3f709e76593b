import HTTPTransport
import SQLiteStorage
import SeededRandom
import Synchronization
import Testing
import VisitModel
import VisitStore
import WebhookDelivery

@testable import VisitPipeline

@Suite("Administration of endpoints")
struct WebhookEndpointsTests {
    @Test("a new secret signs at once, and the old one with it until the overlap ends")
    func rotation() async throws {
        let scene = try WorkerScene()
        let endpoints = scene.world.endpoints
        let old = try endpoints.secret(of: endpoints.endpoint(EndpointID("partner")))
        var random = SeededGenerator(seed: 2)
        let new = WebhookSecret.random(.hmacSHA256, using: &random)
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        let worker = try scene.worker(transport)

        var accepted: [[Bool]] = []
        func send(_ number: Int) async throws {
            try scene.queue(visits: number..<number + 1)
            #expect(try await worker.deliverDue().delivered == 1)
            let request = try #require(transport.sent.last)
            accepted.append([old, new].map { Self.isSigned(request, with: $0, scene.clock.time) })
        }
        try await send(0)
        let partner = try endpoints.endpoint(EndpointID("partner"))
        try endpoints.rotateSecret(of: partner, to: new, overlap: .seconds(3600), at: scene.clock.time)
        try await send(1)
        scene.clock.advance(.seconds(3600) - .milliseconds(1))
        try await send(2)
        scene.clock.advance(.milliseconds(1))
        try await send(3)
        #expect(accepted == [[true, false], [true, true], [true, true], [false, true]])
    }

    @Test("without an overlap the old secret no longer signs")
    func rotationAtOnce() async throws {
        let scene = try WorkerScene()
        let endpoints = scene.world.endpoints
        let partner = try endpoints.endpoint(EndpointID("partner"))
        let old = try endpoints.secret(of: partner)
        var random = SeededGenerator(seed: 2)
        let new = WebhookSecret.random(.ed25519, using: &random)
        try endpoints.rotateSecret(of: partner, to: new, overlap: .zero, at: scene.clock.time)
        try scene.queue(visits: 0..<1)
        let transport = PlayedTransport { _ in .answer(.answer(204)) }
        #expect(try await scene.worker(transport).deliverDue().delivered == 1)
        #expect([old, new].map { Self.isSigned(transport.sent[0], with: $0, scene.clock.time) } == [false, true])
    }

    /// A receiver whose status can be changed.
    private final class Receiver: Sendable {
        private let status: Mutex<Int>
        init(_ status: Int) { self.status = Mutex(status) }
        func set(_ status: Int) { self.status.withLock { $0 = status } }

        func transport(retryAfter: String? = nil) -> PlayedTransport {
            PlayedTransport { _ in
                let status = self.status.withLock { $0 }
                let response = HTTPResponse(status: status, retryAfter: status == 429 ? retryAfter : nil)
                return .answer(HTTPExchange(result: .success(response), duration: .zero))
            }
        }
    }

    @Test(
        "a test message that is accepted wakes the messages that wait for a retry, and one that is not wakes none",
        arguments: [500, 503]
    )
    func testWakes(status: Int) async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<36)
        let receiver = Receiver(status)
        let transport = receiver.transport()
        let worker = try scene.worker(transport)
        // Every message fails until it waits for minutes.
        let outbox = scene.world.store.outbox
        for _ in 0..<200 where try outbox.page(size: 100).deliveries.contains(where: { $0.attempts < 2 }) {
            _ = try await worker.deliverDue()
            scene.clock.advance(.seconds(61))
        }
        let endpoints = scene.world.endpoints
        let partner = try endpoints.endpoint(EndpointID("partner"))
        #expect(partner.failingSince != nil)
        let refused = try await endpoints.test(partner, transport: transport, at: scene.clock.time)
        #expect(refused.woken == 0)
        receiver.set(204)
        let accepted = try await endpoints.test(partner, transport: transport, at: scene.clock.time)
        let due = try scene.world.store.outbox.due(to: partner.key, at: scene.clock.time, limit: 100).due
        #expect(accepted.woken > 0 && due.count == 36)
        #expect(try await worker.deliverDue().delivered == 36)
        #expect(try scene.world.states() == Array(repeating: "delivered", count: 36))
        #expect(try endpoints.endpoint(EndpointID("partner")).failingSince == nil)
    }

    @Test("a pause that the receiver requested outlasts a test message")
    func requestedPause() async throws {
        let scene = try WorkerScene()
        try scene.queue(visits: 0..<3)
        let receiver = Receiver(429)
        let transport = receiver.transport(retryAfter: "120")
        let worker = try scene.worker(transport)
        #expect(try await worker.deliverDue().failed == 3)
        receiver.set(204)
        let endpoints = scene.world.endpoints
        let partner = try endpoints.endpoint(EndpointID("partner"))
        #expect(try await endpoints.test(partner, transport: transport, at: scene.clock.time).woken == 3)
        #expect(try await worker.deliverDue() == DeliverySummary())
        scene.clock.advance(.seconds(120))
        #expect(try await worker.deliverDue().delivered == 3)
    }

    /// A URL with its exceptions, and the options that its refusal names; none where it is accepted.
    private static let addresses: [(url: String, granted: WebhookEndpoint.Exceptions, options: [String])] = [
        ("https://example.com/hook", [], []),
        ("https://example.com:8443/hook", [], []),
        ("http://example.com/hook", [], ["--allow-insecure"]),
        ("https://example.com:9000/hook", [], ["--allow-port"]),
        ("https://10.1.2.3/hook", [], ["--allow-private"]),
        ("https://localhost/hook", [], ["--allow-private"]),
        ("https://169.254.169.254/latest", [], ["--allow-private"]),
        ("https://[::1]/hook", [], ["--allow-private"]),
        // A private address may have any port.
        ("http://127.0.0.1:9000/hook", [], ["--allow-private", "--allow-insecure"]),
        ("http://127.0.0.1:9000/hook", [.plainHTTP], ["--allow-private"]),
        ("http://127.0.0.1:9000/hook", [.privateAddress], ["--allow-insecure"]),
        ("http://127.0.0.1:9000/hook", [.privateAddress, .plainHTTP], []),
        ("http://example.com:9000/hook", [], ["--allow-insecure", "--allow-port"]),
        ("http://example.com:9000/hook", [.unusualPort], ["--allow-insecure"]),
        ("http://example.com:9000/hook", [.unusualPort, .plainHTTP], []),
    ]

    @Test("an address that is not allowed is refused with the options that would allow it", arguments: addresses)
    func refused(url: String, granted: WebhookEndpoint.Exceptions, options: [String]) throws {
        let world = try SmallWorld()
        let endpoint = WebhookEndpoint(id: try EndpointID("partner"), url: url, exceptions: granted)
        func add() throws {
            var random = SeededGenerator(seed: 1)
            try world.endpoints.add(endpoint, secret: .random(.hmacSHA256, using: &random), at: SmallWorld.now)
        }
        guard !options.isEmpty else {
            try add()
            #expect(try world.store.endpoints.all().map(\.endpoint) == [endpoint])
            return
        }
        let error = try #require(throws: VisitPipelineError.self) { try add() }
        #expect(error.code == .endpoint)
        let named = error.message.split { !($0.isLetter || $0 == "-") }.filter { $0.hasPrefix("--") }.map(String.init)
        #expect(named == options, "\(error.message)")
        #expect(try world.store.endpoints.all().isEmpty)
    }

    @Test(
        "what no option allows is refused without naming one",
        arguments: [
            "ftp://example.com/hook", "https://user:password@example.com/", "https://", "https://example.com/#a",
        ]
    )
    func hopeless(url: String) throws {
        let world = try SmallWorld()
        let error = try #require(throws: VisitPipelineError.self) { try world.addEndpoint(url: url) }
        #expect(error.code == .endpoint)
        #expect(!error.message.contains("--allow"), "\(error.message)")
    }

    @Test("an unknown facility and a name already used are refused")
    func facilitiesAndNames() throws {
        let world = try SmallWorld()
        let lost = try #require(throws: VisitPipelineError.self) {
            try world.addEndpoint(facilities: [SmallWorld.placeID(0), FacilityID("nowhere")])
        }
        #expect(lost.code == .endpoint)
        #expect(lost.message.contains("`nowhere`") && lost.message.contains("footfall facilities list"))
        #expect(try world.store.endpoints.all().isEmpty)
        try world.addEndpoint()
        let taken = try #require(throws: StorageError.self) { try world.addEndpoint() }
        #expect(taken.code == .repeatedName)
    }

    private static func isSigned(_ request: HTTPRequest, with secret: WebhookSecret, _ now: Timestamp) -> Bool {
        let headers = WebhookHeaders(
            id: request.value(WebhookHeaders.idName),
            timestamp: request.value(WebhookHeaders.timestampName),
            signature: request.value(WebhookHeaders.signatureName)
        )
        do {
            try WebhookVerifier(keys: [.secret(secret)]).verify(headers: headers, body: request.body, now: now)
            return true
        } catch {
            return false
        }
    }
}
