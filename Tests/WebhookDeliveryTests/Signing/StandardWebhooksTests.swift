import Foundation
import Testing
import VisitModel
import WebhookDelivery

/// The cases of the libraries of Standard Webhooks, with the clock fixed.
private struct Conformance: Decodable {
    struct Signing: Decodable {
        var secret, id, body, signature: String
        var timestamp: Int64
    }

    struct Verification: Decodable {
        var name, secret, body: String
        var now: Int64
        var headers: [String: String]
        var ok: Expectation
    }

    enum Expectation: Decodable {
        case accepted, refused, noSecret

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let isOK = try? container.decode(Bool.self) {
                self = isOK ? .accepted : .refused
            } else {
                self = .noSecret
            }
        }
    }

    var sign: [Signing]
    var verify: [Verification]

    static func read() throws -> Conformance {
        let file = try #require(SharedData.folder).appendingPathComponent("conformance/standard_webhooks.json")
        return try JSONDecoder().decode(Conformance.self, from: Data(contentsOf: file))
    }
}

@Suite("Standard Webhooks")
struct StandardWebhooksTests {
    /// The vector of the libraries' own tests (github.com/standard-webhooks/standard-webhooks, `libraries/*/tests`).
    @Test("the published message has the published signature")
    func published() throws {
        let secret = try WebhookSecret(text: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        let signature = try WebhookSigner.signature(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8),
            secret: secret
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test(
        "messages are signed as other libraries sign them",
        .enabled(if: SharedData.folder != nil, "needs the shared data")
    )
    func signs() throws {
        let cases = try Conformance.read().sign
        #expect(cases.count == 8)
        for line in cases {
            let signature = try WebhookSigner.signature(
                id: line.id,
                timestamp: line.timestamp,
                body: Array(line.body.utf8),
                secret: WebhookSecret(receivedText: line.secret)
            )
            #expect(signature == line.signature, "\(line.secret.prefix(6)) \(line.body)")
        }
    }

    @Test(
        "messages are accepted and refused as by other libraries",
        .enabled(if: SharedData.folder != nil, "needs the shared data")
    )
    func verifies() throws {
        let cases = try Conformance.read().verify
        #expect(cases.count == 15)
        for line in cases {
            guard case .accepted = line.ok else {
                #expect(throws: (any Error).self, "\(line.name)") { try Self.verify(line) }
                if case .noSecret = line.ok {
                    #expect(throws: WebhookSigningError.self, "\(line.name)") {
                        try WebhookSecret(receivedText: line.secret)
                    }
                } else {
                    #expect(throws: WebhookVerificationError.self, "\(line.name)") { try Self.verify(line) }
                }
                continue
            }
            #expect(throws: Never.self, "\(line.name)") { try Self.verify(line) }
        }
    }

    private static func verify(_ line: Conformance.Verification) throws {
        let verifier = WebhookVerifier(keys: [.secret(try WebhookSecret(receivedText: line.secret))])
        let headers = WebhookHeaders(
            id: line.headers[WebhookHeaders.idName],
            timestamp: line.headers[WebhookHeaders.timestampName],
            signature: line.headers[WebhookHeaders.signatureName]
        )
        try verifier.verify(
            headers: headers,
            body: Array(line.body.utf8),
            now: Timestamp(milliseconds: line.now * 1000)
        )
    }
}
