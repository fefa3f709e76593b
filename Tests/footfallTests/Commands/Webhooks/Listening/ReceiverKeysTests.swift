import Testing
import WebhookDelivery

@testable import footfall

@Suite("The keys of a receiver")
struct ReceiverKeysTests {
    @Test("a file holds a key on each line, public or shared")
    func read() throws {
        let bench = try CommandBench()
        var generator = SystemRandomNumberGenerator()
        let pair = WebhookSecret.random(.ed25519, using: &generator)
        let publicKey = try #require(pair.publicKeyText)
        let file = try bench.file("keys", "# the old one\n\(SignedRequests.secretText)\r\n\n  \(publicKey)\n")
        let verifier = WebhookVerifier(keys: try ReceiverKeys.read(file))
        for secret in [pair, try SignedRequests.secret()] {
            let request = try SignedRequests.request(by: secret)
            try verifier.verify(headers: request.headers, body: request.body ?? [], now: SignedRequests.now)
        }
    }

    @Test(
        "what is not a key is named by file and line, and not shown",
        arguments: [
            ("whsec_c2hvcnQ=", ":1: a webhook secret has 24 to 64 bytes"),
            ("\nwhsec_not-base-64", ":2: the secret is not base64"),
            ("whpk_c2hvcnQ=", ":1: a public Ed25519 key has 32 bytes"), ("hunter2", ":1: a webhook secret begins with"),
            ("whsk_c2hvcnQ=", ":1: this is the sender's private key"), ("# nothing\n", ": holds no key"),
        ]
    )
    func bad(text: String, expected: String) async throws {
        let bench = try CommandBench()
        let file = try bench.file("keys", text)
        let outcome = await bench.run("webhooks", "listen", "--port", "0", "--secret-file", file)
        #expect(outcome.status == 65)
        #expect(outcome.errors.hasPrefix("footfall: keys" + expected), "\(outcome.errors)")
        for secret in ["c2hvcnQ", "not-base-64", "hunter2"] { #expect(!outcome.errors.contains(secret)) }
    }

    @Test("a file that is not there ends with 66")
    func missing() async throws {
        let outcome = await (try CommandBench()).run("webhooks", "listen", "--secret-file", "nowhere")
        #expect(outcome.status == 66)
    }
}
