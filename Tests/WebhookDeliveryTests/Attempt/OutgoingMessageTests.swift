import HTTPTransport
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("The request of one try")
struct OutgoingMessageTests {
    private static let time = Timestamp(milliseconds: 1_614_265_330_999)

    private func message() throws -> OutgoingMessage {
        OutgoingMessage(
            id: try MessageID("msg_p5jXN8AQM9LWM0D4loKWxJek"),
            type: .visitExited,
            subject: "Müller \"100 %\"",
            occurredAt: Timestamp(milliseconds: 0),
            body: Array("{\"test\": 2432232314}".utf8)
        )
    }

    private func target(
        _ format: WebhookEndpoint.Format = .standard,
        previousUntil: Timestamp? = nil
    ) throws -> EndpointTarget {
        let endpoint = WebhookEndpoint(id: try EndpointID("e"), url: "https://example.com/hook", format: format)
        let secret = try WebhookSecret(text: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let old = try WebhookSecret(text: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
        return try EndpointTarget(endpoint, secrets: [(secret, nil)] + (previousUntil.map { [(old, $0)] } ?? []))
    }

    private func headers(_ request: HTTPRequest) -> [String: String] {
        Dictionary(request.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }

    @Test("it carries the published test vector's signature, whole seconds and the bytes as they are")
    func standard() throws {
        let request = try message().request(to: target(), at: Self.time)
        #expect(
            headers(request) == [
                "content-type": "application/json",
                "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
                "webhook-timestamp": "1614265330",
                "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
            ]
        )
        #expect(try request.body == message().body)
        #expect(request.timeout == .seconds(20))
        #expect(request.access == NetworkAccess())
    }

    @Test("while a secret is replaced both sign, and only the new one from the end of the overlap on")
    func rotation() throws {
        for (until, count) in [(Self.time.advanced(by: .milliseconds(1)), 2), (Self.time, 1)] {
            let request = try message().request(to: target(previousUntil: until), at: Self.time)
            let signatures = try #require(headers(request)["webhook-signature"]).split(separator: " ")
            #expect(signatures.count == count)
            #expect(signatures[0] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        }
    }

    @Test("CloudEvents adds its headers, percent-encoded, and changes neither body nor signature")
    func cloudEvents() throws {
        let plain = try message().request(to: target(), at: Self.time)
        let request = try message().request(to: target(.cloudEvents), at: Self.time)
        #expect(request.body == plain.body)
        let added = headers(request).filter { headers(plain)[$0.key] != $0.value }
        #expect(
            added == [
                "ce-specversion": "1.0", "ce-id": "msg_p5jXN8AQM9LWM0D4loKWxJek", "ce-source": "urn:footfall",
                "ce-type": "visit.exited", "ce-time": "1970-01-01T00:00:00Z",
                "ce-subject": "M%C3%BCller%20%22100%20%25%22",
            ]
        )
    }

    @Test("an address that its endpoint may not have is refused before anything is signed")
    func refused() throws {
        for url in ["http://example.com/", "https://127.0.0.1/", "https://example.com:22/"] {
            let endpoint = WebhookEndpoint(id: try EndpointID("e"), url: url)
            #expect(throws: HTTPTransportError.self) { try EndpointTarget(endpoint, secrets: []) }
        }
    }

    @Test("the end of an exchange means for the message what it should", arguments: OutgoingMessageTests.ends)
    func outcomes(_ failure: HTTPTransportError.Code?, _ expected: AttemptOutcome) {
        let answer = HTTPResponse(status: 204, retryAfter: "7")
        let result = failure.map { .failure(HTTPTransportError($0, "")) } ?? Result.success(answer)
        #expect(AttemptOutcome(HTTPExchange(result: result, duration: .zero), at: Self.time) == expected)
    }

    private static let ends: [(HTTPTransportError.Code?, AttemptOutcome)] = [
        (nil, .answered(status: 204, retryAfter: .seconds(7))),
        (.timedOut, .timedOut), (.cancelled, .interrupted), (.system, .unable),
        (.invalidURL, .refused), (.refusedAddress, .refused),
        (.cannotResolve, .unreachable), (.cannotConnect, .unreachable),
        (.tls, .unreachable), (.connectionLost, .unreachable),
        (.incompleteAnswer, .unreachable), (.badAnswer, .unreachable),
    ]
}
