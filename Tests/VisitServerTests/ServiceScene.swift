import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Synchronization
import VisitModel
import VisitPipeline
import VisitStore

@testable import VisitServer

/// A service over a temporary database, asked without a network, at a time that stands still until it is moved.
struct ServiceScene {
    let store: VisitStore
    let live: LiveIngest
    let service: VisitService
    /// The service's routes, built once as in a service that listens.
    private let responder: Responder
    private let clock: Clock

    typealias Responder = RouterResponder<ServiceContext>

    /// The time of the scene.
    final class Clock: Sendable {
        private let time: Mutex<Timestamp>
        private let passed = Mutex(Duration.zero)
        init(_ time: Timestamp) { self.time = Mutex(time) }
        /// The time that passed, on a clock that is never set.
        var uptime: Duration { passed.withLock { $0 } }
        var now: Timestamp { time.withLock { $0 } }
        func move(bySeconds seconds: Double) {
            set(bySeconds: seconds)
            passed.withLock { $0 += .seconds(seconds) }
        }
        /// Sets the wall clock, without that time passes.
        func set(bySeconds seconds: Double) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
    }

    /// Noon UTC of the day that the scene begins on.
    static let start = Timestamp(milliseconds: 1_710_158_400_000)

    /// Makes a service with places `p0`, `p1`, … 800 m apart on the 45th parallel, 150 m wide, 10 minutes' dwell.
    init(places: Int = 3, options: ServiceOptions = ServiceOptions(), webhooks: StubSender? = nil) throws {
        let store = try VisitStore.temporary()
        _ = try store.facilities.importRows(effectiveFrom: Self.start) { importer in
            for number in 0..<places {
                _ = try importer.upsert(
                    Facility(
                        id: FacilityID("p\(number)"),
                        name: "Place \(number)",
                        geofence: .circle(center: Self.coordinate(east: Double(number) * 800), radius: .standard)
                    )
                )
            }
        }
        let clock = Clock(Self.start)
        var options = options
        options.logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        self.store = store
        self.clock = clock
        self.live = try LiveIngest(store: store, now: { clock.now })
        let office = webhooks.map { sender in
            let key = WebhookKeyFile(besideDatabase: store.path)
            return WebhookAdministration(endpoints: WebhookEndpoints(store: store, keyFile: key), transport: sender)
        }
        self.service = VisitService(
            live: live,
            worker: nil,
            webhooks: office,
            options: options,
            now: { clock.now },
            uptime: { clock.uptime }
        )
        self.responder = service.responder()
    }

    /// A point by its metres from the first place.
    static func coordinate(east: Double) throws -> Coordinate {
        try Coordinate(latitude: 45, longitude: -93 + east / 78_847)
    }

    var now: Timestamp { clock.now }

    func advance(seconds: Double) { clock.move(bySeconds: seconds) }

    /// Sets the wall clock, without that time passes.
    func setWallClock(bySeconds seconds: Double) { clock.set(bySeconds: seconds) }

    /// Makes a token.
    func token(
        _ role: TokenRole,
        member: String? = nil,
        device: String? = nil,
        platform: Platform? = nil,
        expiresAt: Timestamp? = nil
    ) throws -> AccessToken {
        var generator = SystemRandomNumberGenerator()
        let token = AccessToken(using: &generator)
        try store.accessTokens.add(
            AccessTokenRecord(
                id: token.id,
                note: "",
                role: role,
                member: member.map { try MemberID($0) },
                device: device.map { try DeviceID($0) },
                platform: platform,
                digest: token.digest,
                createdAt: now,
                expiresAt: expiresAt
            )
        )
        return token
    }

    /// What came back.
    struct Response {
        let status: Int
        let headers: HTTPFields
        let bytes: [UInt8]

        var text: String { String(decoding: bytes, as: UTF8.self) }

        /// A part of a JSON document, by its path such as `fixes.0.lat`.
        func part(_ path: String) throws -> Any? {
            var value: Any? = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            for key in path.split(separator: ".") {
                if let list = value as? [Any], let index = Int(key) {
                    value = list.indices.contains(index) ? list[index] : nil
                } else {
                    value = (value as? [String: Any])?[String(key)]
                }
            }
            return value
        }
    }

    /// Asks the service.
    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ token: AccessToken? = nil,
        body: [UInt8] = [],
        headers: [String: String] = [:]
    ) async throws -> Response {
        var headers = headers
        if let token { headers["Authorization"] = "Bearer \(token.text)" }
        return try await Self.ask(responder, method, path, body: body, headers: headers)
    }

    /// Asks any service.
    static func ask(
        _ responder: Responder,
        _ method: HTTPRequest.Method,
        _ path: String,
        body: [UInt8] = [],
        headers: [String: String] = [:]
    ) async throws -> Response {
        var fields = HTTPFields()
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let request = Request(
            head: HTTPRequest(method: method, scheme: "http", authority: "test", path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(bytes: body))
        )
        let context = ServiceContext(
            source: ApplicationRequestContextSource(
                channel: NIOAsyncTestingChannel(),
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        let response = try await responder.respond(to: request, context: context)
        let collector = Collector()
        try await response.body.write(collector)
        return Response(status: response.status.code, headers: response.headers, bytes: collector.bytes)
    }

    /// Asks with a JSON body.
    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ token: AccessToken? = nil,
        json: String,
        headers: [String: String] = [:]
    ) async throws -> Response {
        try await ask(
            method,
            path,
            token,
            body: Array(json.utf8),
            headers: ["Content-Type": "application/json"].merging(headers) { $1 }
        )
    }

    private final class Collector: ResponseBodyWriter {
        private let buffer = Mutex<[UInt8]>([])
        var bytes: [UInt8] { buffer.withLock { $0 } }
        func write(_ buffer: ByteBuffer) async throws {
            self.buffer.withLock { $0.append(contentsOf: buffer.readableBytesView) }
        }
        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}
