import SeededRandom
import Testing
import VisitModel
import WebhookDelivery

@Suite("Signing and verifying")
struct WebhookSignerTests {
    private static let now = Timestamp(milliseconds: 1_760_000_000_000)
    private static let body = Array(#"{"type":"visit.closed"}"#.utf8)

    private static func secrets(_ count: Int, seed: UInt64 = 1) -> [WebhookSecret] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { WebhookSecret.random($0 % 2 == 0 ? .hmacSHA256 : .ed25519, using: &generator) }
    }

    private static func code(
        _ headers: WebhookHeaders,
        _ secrets: [WebhookSecret],
        body: [UInt8] = body,
        now: Timestamp = now
    ) -> String? {
        do {
            try WebhookVerifier(keys: secrets.map { .secret($0) }).verify(headers: headers, body: body, now: now)
            return nil
        } catch {
            return error.code.description
        }
    }

    @Test("while a secret is being replaced, the receiver may hold either; the new one's signature comes first")
    func rotation() throws {
        let secrets = Self.secrets(3)
        let headers = try WebhookSigner.headers(
            id: "msg_1",
            timestamp: 1_760_000_000,
            body: Self.body,
            secrets: secrets
        )
        let parts = try #require(headers.signature).split(separator: " ")
        #expect(parts.map { String($0.prefix(while: { $0 != "," })) } == ["v1", "v1a", "v1"])
        #expect(headers.id == "msg_1" && headers.timestamp == "1760000000")
        for (secret, part) in zip(secrets, parts) {
            #expect(Self.code(headers, [secret]) == nil)
            let own = try WebhookSigner.signature(
                id: "msg_1",
                timestamp: 1_760_000_000,
                body: Self.body,
                secret: secret
            )
            #expect(own == part)
        }
        #expect(Self.code(headers, Self.secrets(4, seed: 2)) == "no_matching_signature")
    }

    @Test(
        "a message without a secret, or with an ambiguous identifier, is not signed",
        arguments: [
            "", "a.b", "msg 1", "msg\n", "mäg", String(repeating: "a", count: 257),
        ]
    )
    func notSigned(id: String) {
        let secrets = Self.secrets(1)
        let error = #expect(throws: WebhookSigningError.self) {
            try WebhookSigner.headers(id: id, timestamp: 0, body: [], secrets: secrets)
        }
        #expect(error?.code == .messageID)
        let none = #expect(throws: WebhookSigningError.self) {
            try WebhookSigner.headers(id: "msg_1", timestamp: 0, body: [], secrets: [])
        }
        #expect(none?.code == .noSecret)
    }

    @Test(
        "the time of the try may be 300 whole seconds off to either side",
        arguments: [
            (0, nil), (300_000, nil), (300_999, nil), (301_000, "too_old"), (86_400_000, "too_old"),
            (-300_000, nil), (-300_001, "too_new"), (-301_000, "too_new"),
        ] as [(Int64, String?)]
    )
    func tolerance(line: (milliseconds: Int64, code: String?)) throws {
        let secrets = Self.secrets(1)
        let headers = try WebhookSigner.headers(
            id: "msg_1",
            timestamp: 1_760_000_000,
            body: Self.body,
            secrets: secrets
        )
        let now = Timestamp(milliseconds: Self.now.milliseconds + line.milliseconds)
        #expect(Self.code(headers, secrets, now: now) == line.code)
    }

    @Test(
        "a time that is not a number is refused before its signature is checked",
        arguments: [
            "", " ", "hello", "-1", "+1760000000", "1760000000.5", "1760000000 ", "0x68", "١٧٦", "9223372036854775808",
            "1000000000000000",
        ]
    )
    func badTime(text: String) {
        let headers = WebhookHeaders(id: "msg_1", timestamp: text, signature: "v1,AAAA")
        #expect(Self.code(headers, Self.secrets(1)) == (text.isEmpty ? "missing_header" : "bad_timestamp"))
    }

    @Test("a missing or empty header is reported", arguments: 0..<3, [nil, ""] as [String?])
    func missing(header: Int, value: String?) throws {
        let secrets = Self.secrets(1)
        var headers = try WebhookSigner.headers(
            id: "msg_1",
            timestamp: 1_760_000_000,
            body: Self.body,
            secrets: secrets
        )
        #expect(Self.code(headers, secrets) == nil)
        switch header {
        case 0: headers.id = value
        case 1: headers.timestamp = value
        default: headers.signature = value
        }
        #expect(Self.code(headers, secrets) == "missing_header")
    }

    @Test("a message with any change is refused", arguments: UInt64(1)...40)
    func tampered(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let secrets = [WebhookSecret.random(seed % 2 == 0 ? .hmacSHA256 : .ed25519, using: &generator)]
        let body = (0..<Int.random(in: 1...200, using: &generator)).map { _ in
            UInt8.random(in: .min ... .max, using: &generator)
        }
        let good = try WebhookSigner.headers(id: "msg_1", timestamp: 1_760_000_000, body: body, secrets: secrets)
        #expect(Self.code(good, secrets, body: body) == nil, "seed \(seed)")
        var bad = body
        bad[Int.random(in: body.indices, using: &generator)] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        #expect(Self.code(good, secrets, body: bad) == "no_matching_signature", "seed \(seed)")
        #expect(Self.code(good, secrets, body: Array(body.dropLast())) == "no_matching_signature", "seed \(seed)")
        // The value under the name of the other algorithm.
        let value = try #require(good.signature).drop { $0 != "," }
        let other = WebhookHeaders(
            id: good.id,
            timestamp: good.timestamp,
            signature: (secrets[0].algorithm == .ed25519 ? "v1" : "v1a") + value
        )
        #expect(Self.code(other, secrets, body: body) == "no_matching_signature", "seed \(seed)")
        for change in [
            WebhookHeaders(id: "msg_2", timestamp: good.timestamp, signature: good.signature),
            WebhookHeaders(id: good.id, timestamp: "1760000001", signature: good.signature),
            WebhookHeaders(
                id: good.id,
                timestamp: good.timestamp,
                signature: good.signature.map { "v2" + $0.dropFirst(2) }
            ),
            WebhookHeaders(
                id: good.id,
                timestamp: good.timestamp,
                signature: good.signature.map { String($0.dropLast(8)) }
            ),
            WebhookHeaders(id: good.id, timestamp: good.timestamp, signature: "v1 v1, , v1a, nonsense"),
        ] {
            #expect(Self.code(change, secrets, body: body) == "no_matching_signature", "seed \(seed)")
        }
    }
}
