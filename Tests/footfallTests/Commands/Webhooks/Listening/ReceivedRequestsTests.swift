import Testing
import VisitModel
import WebhookDelivery

@testable import footfall

@Suite("Verification of received requests")
struct ReceiverLedgerTests {
    private func ledger(status: Int = 204) throws -> ReceivedRequests {
        ReceivedRequests(verifier: WebhookVerifier(keys: [.secret(try SignedRequests.secret())]), status: status)
    }

    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let request: @Sendable () throws -> ReceivedRequest
        let status: Int
        let code: String
    }

    static let refusals = [
        Case(
            description: "another secret",
            request: {
                var generator = SystemRandomNumberGenerator()
                return try SignedRequests.request(by: .random(.hmacSHA256, using: &generator))
            },
            status: 401,
            code: "no_matching_signature"
        ),
        Case(
            description: "another body",
            request: {
                ReceivedRequest(headers: try SignedRequests.request().headers, body: Array(#"{"type":"x"}"#.utf8))
            },
            status: 401,
            code: "no_matching_signature"
        ),
        Case(description: "too old", request: { try SignedRequests.request(age: 301) }, status: 401, code: "too_old"),
        Case(description: "too new", request: { try SignedRequests.request(age: -301) }, status: 401, code: "too_new"),
        Case(
            description: "no headers",
            request: {
                ReceivedRequest(headers: WebhookHeaders(id: nil, timestamp: nil, signature: nil), body: [])
            },
            status: 401,
            code: "missing_header"
        ),
        Case(
            description: "a body that was too long to be read",
            request: { ReceivedRequest(headers: try SignedRequests.request().headers, body: nil) },
            status: 413,
            code: "too_long"
        ),
        Case(
            description: "signed, and no JSON",
            request: { try SignedRequests.request("hello") },
            status: 400,
            code: "not_a_message"
        ),
        Case(
            description: "signed, and without a type",
            request: { try SignedRequests.request(#"{"data":{}}"#) },
            status: 400,
            code: "not_a_message"
        ),
    ]

    @Test("an unverifiable request is refused, with nothing of it shown", arguments: refusals)
    func refused(example: Case) throws {
        var ledger = try ledger()
        let message = ledger.receive(try example.request(), at: SignedRequests.now)
        #expect(message.answer.status == example.status && !message.answer.text.isEmpty)
        guard case .refused(let refusal) = message.check else {
            Issue.record("\(example) was taken")
            return
        }
        #expect(refusal.code == example.code)
        #expect(message.content == nil && message.body.isEmpty)
        #expect(ledger.summary == "received 1, verified 0, refused 1, repeated 0")
    }

    @Test(
        "what is signed is taken and answered as asked for",
        arguments: [(0, 204), (300, 204), (-300, 204), (0, 500), (0, 410)]
    )
    func taken(age: Int64, status: Int) throws {
        var ledger = try ledger(status: status)
        let message = ledger.receive(try SignedRequests.request(age: age), at: SignedRequests.now)
        #expect(message.check == .verified && message.answer == ReceivedMessage.Response(status: status))
        #expect(message.content?.type == "visit.dwelled" && message.content?.sequence == 2)
        #expect(message.content?.about == "M-1 at G-1" && message.body == Array(SignedRequests.visit.utf8))
        #expect(ledger.summary == "received 1, verified 1, refused 0, repeated 0")
    }

    @Test("a repeated message is marked, and one that was refused first is not")
    func again() throws {
        var ledger = try ledger()
        let forged = ReceivedRequest(headers: try SignedRequests.request().headers, body: [])
        let requests = [forged, try SignedRequests.request(), try SignedRequests.request(age: 5), forged]
        let messages = requests.map { ledger.receive($0, at: SignedRequests.now) }
        #expect(messages.map(\.isRepeated) == [false, false, true, false])
        #expect(ledger.summary == "received 4, verified 2, refused 2, repeated 1")
    }

    @Test("without a key messages are accepted unverified")
    func unchecked() throws {
        var ledger = ReceivedRequests(verifier: nil, status: 204)
        let bare = ReceivedRequest(
            headers: WebhookHeaders(id: nil, timestamp: nil, signature: nil),
            body: Array(SignedRequests.visit.utf8)
        )
        let messages = [bare, bare].map { ledger.receive($0, at: SignedRequests.now) }
        #expect(messages.allSatisfy { $0.check == .unchecked && !$0.isRepeated && $0.answer.status == 204 })
        #expect(ledger.summary == "received 2, verified 0, refused 0, repeated 0")
    }

    @Test(
        "the subject of a message follows from its type",
        arguments: [
            (#"{"type":"a","data":{"device":"p","member":"m","code":"c"}}"#, "p of m: c"),
            (#"{"type":"a","data":{"endpoint":"e","reason":"gone"}}"#, "e: gone"),
            (#"{"type":"a","data":{"endpoint":"e","message":"t"}}"#, "e"),
            (
                #"{"type":"a","data":{"added":1,"updated":0,"unchanged":7,"retired":2}}"#,
                "1 added, 0 updated, 2 retired"
            ),
            (#"{"type":"a","data":{}}"#, ""), (#"{"type":"a","data":[1]}"#, ""), (#"{"type":"a"}"#, ""),
            (#"{"type":"a","data":{"member":7}}"#, ""),
        ]
    )
    func about(body: String, expected: String) throws {
        let content = try #require(ReceivedContent(body: Array(body.utf8)))
        #expect(content.type == "a" && content.about == expected)
    }
}
