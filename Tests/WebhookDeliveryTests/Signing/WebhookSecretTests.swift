import Foundation
import SeededRandom
import Testing
import WebhookDelivery

@Suite("Webhook secrets")
struct WebhookSecretTests {
    private static func hmac(_ count: Int) -> String {
        "whsec_" + Data((0..<count).map { UInt8($0) }).base64EncodedString()
    }

    private static let seed = Data((0..<32).map { UInt8($0) }).base64EncodedString()

    @Test(
        "an invalid secret is refused with its reason, which does not contain the secret",
        arguments: [
            ("", "prefix"), ("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "prefix"), ("whsec", "prefix"),
            ("WHSEC_AAAA", "prefix"),
            (" whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "prefix"), ("whpk_\(seed)", "prefix"),
            ("whsec_", "length"), (hmac(23), "length"), (hmac(65), "length"),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS", "encoding"),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n", "encoding"),
            ("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2La-_Sw", "encoding"),
            ("whsk_", "length"), ("whsk_AAAA", "length"), ("whsk_\(seed)\(seed)", "encoding"),
            ("whsk_" + Data(repeating: 1, count: 33).base64EncodedString(), "length"),
            ("whsk_" + Data(repeating: 1, count: 64).base64EncodedString(), "mismatched_key"),
        ]
    )
    func refused(text: String, code: String) {
        let error = #expect(throws: WebhookSigningError.self) { try WebhookSecret(text: text) }
        #expect(error?.code.description == code)
        let content = text.split(separator: "_").last.map(String.init) ?? ""
        #expect(content.count < 8 || error?.message.contains(content) == false)
        #expect(error.map { "\($0)" } == error?.message)
    }

    @Test("every allowed length is read back unchanged", arguments: 24...64)
    func lengths(count: Int) throws {
        let secret = try WebhookSecret(text: Self.hmac(count))
        #expect(secret.text == Self.hmac(count))
        #expect(secret.algorithm == .hmacSHA256)
        #expect(secret.publicKeyText == nil)
        let bare = try WebhookSecret(receivedText: String(Self.hmac(count).dropFirst(6)))
        #expect(bare.text == secret.text)
    }

    @Test("a bare secret is held to the same lengths", arguments: ["", "AAAA", String(repeating: "A", count: 88)])
    func bare(text: String) {
        let error = #expect(throws: WebhookSigningError.self) { try WebhookSecret(receivedText: text) }
        #expect(error?.code == .length)
    }

    @Test(
        "what is not a public key is refused",
        arguments: [
            ("", "prefix"), ("whsk_\(seed)", "prefix"), ("whpk_", "length"), ("whpk_AAAA", "length"),
            ("whpk_?", "encoding"),
        ]
    )
    func publicKeys(text: String, code: String) {
        let error = #expect(throws: WebhookSigningError.self) { try WebhookPublicKey(text: text) }
        #expect(error?.code.description == code)
    }

    @Test("new secrets follow the generator, differ, and can be read again", arguments: SignatureAlgorithm.allCases)
    func random(algorithm: SignatureAlgorithm) throws {
        var generator = SeededGenerator(seed: 7)
        var again = SeededGenerator(seed: 7)
        let secrets = (0..<50).map { _ in WebhookSecret.random(algorithm, using: &generator) }
        #expect(Set(secrets.map(\.text)).count == 50)
        for secret in secrets {
            #expect(secret.algorithm == algorithm)
            #expect(WebhookSecret.random(algorithm, using: &again).text == secret.text)
            #expect(try WebhookSecret(text: secret.text).text == secret.text)
            #expect((secret.publicKeyText != nil) == (algorithm == .ed25519))
            if let text = secret.publicKeyText { #expect(try WebhookPublicKey(text: text).text == text) }
        }
    }

    @Test("no way of printing a secret shows it", arguments: SignatureAlgorithm.allCases)
    func printing(algorithm: SignatureAlgorithm) throws {
        var generator = SystemRandomNumberGenerator()
        let secret = WebhookSecret.random(algorithm, using: &generator)
        let prefix = algorithm == .ed25519 ? "whsk_" : "whsec_"
        let base64 = secret.text.dropFirst(prefix.count)
        let bytes = [UInt8](try #require(Data(base64Encoded: String(base64))))
        let hex = bytes.map { String($0, radix: 16) }.joined()
        for text in printed(secret) + printed(WebhookVerifier(keys: [.secret(secret)])) {
            #expect(text.contains("\(prefix)…") || text.contains("WebhookVerifier"))
            #expect(!text.contains(base64.prefix(8)))
            #expect(!text.contains(hex.prefix(8)))
            #expect(!text.contains("\(bytes[0]), \(bytes[1])"))
        }
        #expect(Mirror(reflecting: secret).children.isEmpty)
    }
}
