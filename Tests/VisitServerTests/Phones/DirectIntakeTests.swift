import Foundation
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import LongTests
import Testing
import VisitModel
import VisitStore

@testable import VisitServer

@Suite("Requests of phones that are answered without the router")
struct DirectIntakeTests {
    /// A request of a phone's app, a number of minutes after the scene's start.
    struct Sample: CustomTestStringConvertible, Sendable {
        let name: String
        let path: String
        var type = "application/json"
        let body: @Sendable (_ minute: Int) -> String
        var testDescription: String { name }
    }

    private static let agent = ["User-Agent": "Tester/1 (Android 14)"]

    /// Hours before the time of the scene.
    private static let morning = ServiceScene.start.advanced(bySeconds: -36_000)

    private static func time(_ minute: Int) -> String {
        morning.advanced(bySeconds: Double(minute) * 60).iso8601
    }

    static let samples = [
        Sample(name: "one fix", path: "/v1/fixes") {
            #"{"device":"phone","time":"\#(time($0))","lat":45,"lon":-93,"accuracy":10}"#
        },
        Sample(name: "five fixes", path: "/v1/fixes") { minute in
            let fixes = (0..<5).map { #"{"time":"\#(time(minute * 10 + $0))","lat":45,"lon":-93,"accuracy":10}"# }
            return #"{"device":"phone","fixes":[\#(fixes.joined(separator: ","))]}"#
        },
        Sample(name: "fixes of two phones", path: "/v1/fixes") { minute in
            let fixes = ["one", "two"].map { #"{"device":"\#($0)","time":"\#(time(minute))","lat":45,"lon":-93}"# }
            return "[\(fixes.joined(separator: ","))]"
        },
        Sample(name: "Transistor's SDK", path: "/v1/phones/transistor?token=x") {
            #"""
            {"location":{"uuid":"\#($0)","timestamp":"\#(time($0))","coords":{"latitude":45,"longitude":-93,
            "accuracy":10}},"device_id":"phone"}
            """#
        },
        Sample(name: "OwnTracks", path: "/v1/phones/owntracks?u=ann&d=phone") {
            let seconds = morning.milliseconds / 1_000 + Int64($0) * 60
            return #"{"_type":"location","tst":\#(seconds),"lat":45,"lon":-93,"acc":10}"#
        },
        Sample(name: "Overland", path: "/v1/phones/overland") {
            #"""
            {"locations":[{"type":"Feature","geometry":{"type":"Point","coordinates":[-93,45]},
            "properties":{"timestamp":"\#(time($0))","horizontal_accuracy":10,"device_id":"phone"}}]}
            """#
        },
        Sample(name: "Traccar's client", path: "/v1/phones/traccar", type: "application/x-www-form-urlencoded") {
            "id=phone&timestamp=\(morning.milliseconds / 1_000 + Int64($0) * 60)&lat=45&lon=-93&accuracy=10"
        },
        Sample(name: "Radar's SDK", path: "/v1/track") {
            let milliseconds = morning.milliseconds + Int64($0) * 60_000
            return #"{"deviceId":"phone","userId":"ann","latitude":45,"longitude":-93,"locationMs":\#(milliseconds)}"#
        },
    ]

    /// A connection's last handler, with what it passes on.
    private struct Connection {
        let channel: NIOAsyncTestingChannel

        init(_ scene: ServiceScene) async throws {
            let intake = scene.service.directIntake
            channel = try await NIOAsyncTestingChannel { channel in
                try channel.pipeline.syncOperations.addHandler(DirectIntakeHandler(intake))
            }
            try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        }

        /// Writes a request as the bytes of one read, as a network's connection does, or with a pause after the head.
        ///
        /// Returns what `then` does, at the same time.
        @discardableResult
        func send<Value: Sendable>(
            _ request: HTTPRequest,
            _ body: String,
            pauses: Bool = false,
            then: @escaping @Sendable () -> Value = {}
        ) async throws -> Value {
            try await channel.testingEventLoop.executeInContext { [channel] in
                let pipeline = channel.pipeline.syncOperations
                pipeline.fireChannelRead(NIOAny(HTTPRequestPart.head(request)))
                if pauses { pipeline.fireChannelReadComplete() }
                pipeline.fireChannelRead(NIOAny(HTTPRequestPart.body(ByteBuffer(string: body))))
                pipeline.fireChannelRead(NIOAny(HTTPRequestPart.end(nil)))
                pipeline.fireChannelReadComplete()
                return then()
            }
        }

        func send(_ body: String, to sample: Sample, _ token: AccessToken) async throws {
            try await send(
                DirectIntakeTests.request(sample.path, token.text, length: body.utf8.count, type: sample.type),
                body
            )
        }

        func passedOn() async throws -> [HTTPRequestPart] {
            var parts: [HTTPRequestPart] = []
            while let part = try await channel.readInbound(as: HTTPRequestPart.self) { parts.append(part) }
            return parts
        }

        /// Waits for a response to a request that was not passed on.
        func response() async throws -> (head: HTTPResponse, body: String) {
            try #require(try await passedOn().isEmpty)
            var (head, body) = (HTTPResponse(status: .ok), "")
            while true {
                switch try await channel.waitForOutboundWrite(as: HTTPResponsePart.self) {
                case .head(let found): head = found
                case .body(let bytes): body += String(buffer: bytes)
                case .end: return (head, body)
                }
            }
        }
    }

    fileprivate static func request(
        _ path: String,
        _ token: String,
        length: Int,
        type: String = "application/json",
        method: HTTPRequest.Method = .post,
        _ more: HTTPFields = HTTPFields()
    ) -> HTTPRequest {
        var fields: HTTPFields = [
            .authorization: "Bearer \(token)", .contentType: type, .contentLength: "\(length)",
            .userAgent: agent["User-Agent"] ?? "",
        ]
        fields.append(contentsOf: more)
        return HTTPRequest(method: method, scheme: "http", authority: "test", path: path, headerFields: fields)
    }

    @Test("The response is the router's, for the first, a later and a repeated request", .long, arguments: samples)
    func sameAsRouter(sample: Sample) async throws {
        let (direct, routed) = (try ServiceScene(), try ServiceScene())
        let (ours, theirs) = (try direct.token(.ingest), try routed.token(.ingest))
        let connection = try await Connection(direct)
        for (place, minute) in [0, 1, 2, 1].enumerated() {
            for scene in [direct, routed] { scene.advance(seconds: 61) }
            let body = sample.body(minute)
            let headers = ["Content-Type": sample.type].merging(Self.agent) { $1 }
            let expected = try await routed.ask(.post, sample.path, theirs, body: Array(body.utf8), headers: headers)
            if place == 0 {
                // The phone and the token are not known yet.
                try await connection.send(body, to: sample, ours)
                #expect(try await connection.passedOn().count == 3)
                let first = try await direct.ask(.post, sample.path, ours, body: Array(body.utf8), headers: headers)
                #expect(first.text == expected.text)
                continue
            }
            _ = try await direct.ask(.get, "/v1/openapi.json", ours)
            try await connection.send(body, to: sample, ours)
            let answer = try await connection.response()
            #expect(answer.body == expected.text)
            #expect(answer.head.status.code == expected.status)
            var headersOfAnswer = answer.head.headerFields
            #expect(headersOfAnswer[.date]?.hasSuffix(" GMT") == true)
            headersOfAnswer[.date] = nil
            #expect(Set(headersOfAnswer) == Set(expected.headers))
        }
        let fixes = try [direct, routed].map { try $0.store.devices.all().map(\.fixCount) }
        #expect(fixes[0] == fixes[1])
        let counts = [direct, routed].map(\.service.requestCounts)
        #expect(counts[0].filter { $0.key.hasSuffix(" 200") && !$0.key.contains("openapi") } == counts[1])
    }

    @Test(
        "A request that is not usual is passed on unchanged",
        arguments: [
            ("another method", HTTPRequest.Method.put, HTTPFields(), samples[0].body(2)),
            ("a packed body", .post, [.contentEncoding: "gzip"], samples[0].body(2)),
            ("an expectation", .post, [.expect: "100-continue"], samples[0].body(2)),
            ("a connection that ends", .post, [.connection: "close"], samples[0].body(2)),
            ("two tokens", .post, [.authorization: "Bearer x"], samples[0].body(2)),
            ("an unusable record", .post, [:], #"{"device":"phone","time":"2024-03-11T02:02:00Z","lat":145}"#),
            ("a record that is not JSON", .post, [:], "{"),
            ("another phone", .post, [:], #"{"device":"other","time":"2024-03-11T02:02:00Z","lat":45,"lon":-93}"#),
            ("a request in two reads", .post, [:], samples[0].body(2)),
            ("a long body", .post, [:], samples[0].body(2) + String(repeating: " ", count: 17_000)),
        ] as [(String, HTTPRequest.Method, HTTPFields, String)]
    )
    func passedOn(name: String, method: HTTPRequest.Method, fields: HTTPFields, body: String) async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest)
        _ = try await scene.ask(.post, "/v1/fixes", token, json: Self.samples[0].body(1), headers: Self.agent)
        let connection = try await Connection(scene)
        try await connection.send(Self.samples[0].body(3), to: Self.samples[0], token)
        #expect(try await connection.response().head.status == .ok, "a usual one is not passed on")
        let request = Self.request("/v1/fixes", token.text, length: body.utf8.count, method: method, fields)
        try await connection.send(request, body, pauses: name == "a request in two reads")
        let parts = try await connection.passedOn()
        #expect(parts == [.head(request), .body(ByteBuffer(string: body)), .end(nil)], "\(name)")
    }

    @Test(
        "A token that would not be admitted, or was not used for a while, is passed on",
        arguments: ["a role without intake", "a removed token", "an expired token", "too many requests", "long ago"]
    )
    func tokens(kind: String) async throws {
        let scene = try ServiceScene(options: Self.options(rate: kind == "too many requests" ? 1 : 0))
        let role = kind == "a role without intake" ? TokenRole.read : .ingest
        let end = kind == "an expired token" ? scene.now.advanced(bySeconds: 2) : nil
        let (token, other) = (try scene.token(role, expiresAt: end), try scene.token(.ingest))
        for (place, sender) in [other, token, token].enumerated() {
            _ = try await scene.ask(.post, "/v1/fixes", sender, json: Self.samples[0].body(place), headers: Self.agent)
        }
        switch kind {
        case "a removed token":
            _ = try await scene.ask(.delete, "/v1/tokens/\(token.id)", try scene.token(.admin))
        case "an expired token": scene.advance(seconds: 3)
        case "long ago": scene.advance(seconds: 6)
        default: break
        }
        let connection = try await Connection(scene)
        if kind == "too many requests" || kind == "long ago" {
            if kind == "long ago" { _ = try await scene.ask(.get, "/v1/openapi.json", other) }
            try await connection.send(Self.samples[0].body(8), to: Self.samples[0], other)
            #expect(try await connection.response().head.status == .ok, "one of another token is not passed on")
        }
        try await connection.send(Self.samples[0].body(9), to: Self.samples[0], token)
        #expect(try await connection.passedOn().count == 3)
    }

    private static func options(rate: Double) -> ServiceOptions {
        var options = ServiceOptions()
        options.requestsPerSecond = rate
        return options
    }

    @Test("A request counts once for the rate limit of its token, whoever answers it")
    func rate() async throws {
        let scene = try ServiceScene(options: Self.options(rate: 4))
        let token = try scene.token(.ingest)
        _ = try await scene.ask(.post, "/v1/fixes", token, json: Self.samples[0].body(1), headers: Self.agent)
        let connection = try await Connection(scene)
        var answered = 0
        for minute in 2..<20 {
            try await connection.send(Self.samples[0].body(minute), to: Self.samples[0], token)
            guard try await connection.passedOn().isEmpty else { break }
            #expect(try await connection.response().head.status == .ok)
            answered += 1
        }
        // Twice the rate at once, one of them used by the router.
        #expect(answered == 7)
        #expect(try await scene.ask(.get, "/v1/openapi.json", token).status == 200, "an open address")
        #expect(try await scene.ask(.post, "/v1/fixes", token, json: Self.samples[0].body(1)).status == 429)
    }

    @Test("A client that has sent all it will send gets its response before the connection may end")
    func inputClosed() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest)
        _ = try await scene.ask(.post, "/v1/fixes", token, json: Self.samples[0].body(1), headers: Self.agent)
        let connection = try await Connection(scene)
        let events = EventRecorder()
        try await connection.channel.testingEventLoop.executeInContext {
            try connection.channel.pipeline.syncOperations.addHandler(events)
        }
        let body = Self.samples[0].body(2)
        let request = Self.request("/v1/fixes", token.text, length: body.utf8.count)
        let channel = connection.channel
        let seenBefore = try await connection.send(request, body) {
            channel.pipeline.syncOperations.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            return events.count
        }
        #expect(seenBefore == 0)
        #expect(try await connection.response().head.status == .ok)
        #expect(try await channel.testingEventLoop.executeInContext { events.count } == 1)
    }

    @Test("A fix is not acknowledged once the database's file is gone")
    func lostFile() async throws {
        let scene = try ServiceScene()
        let token = try scene.token(.ingest)
        _ = try await scene.ask(.post, "/v1/fixes", token, json: Self.samples[0].body(1), headers: Self.agent)
        let connection = try await Connection(scene)
        try FileManager.default.moveItem(atPath: scene.store.path, toPath: scene.store.path + ".away")
        // Within the time for which the state of the file is known.
        try await connection.send(Self.samples[0].body(2), to: Self.samples[0], token)
        let answer = try await connection.response()
        #expect(answer.head.status == .serviceUnavailable)
        #expect(answer.body.contains("database_replaced"))
        scene.advance(seconds: 1)
        try await connection.send(Self.samples[0].body(3), to: Self.samples[0], token)
        #expect(try await connection.passedOn().count == 3)
    }

    private final class EventRecorder: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = HTTPRequestPart
        /// Read and written on the event loop only.
        private(set) var count = 0

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            count += 1
            context.fireUserInboundEventTriggered(event)
        }
    }
}

extension VisitService {
    /// The number of requests by route and status.
    fileprivate var requestCounts: [String: Int] {
        Dictionary(
            directIntake.record.metrics.counts.requests.map { ("\($0.key.route) \($0.key.status)", $0.value) },
            uniquingKeysWith: +
        )
    }
}
