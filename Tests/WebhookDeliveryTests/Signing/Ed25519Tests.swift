import Foundation
import HexText
import SeededRandom
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("Ed25519 signatures")
struct Ed25519Tests {
    /// RFC 8032, section 7.1, tests 1 to 3: seed, public key, message, signature.
    private static let vectors = [
        (
            "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
                + "d25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
                + "387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
                + "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ]

    @Test("keys and signatures are those of RFC 8032", arguments: vectors)
    func rfc8032(_ line: (String, String, String, String)) throws {
        let (seed, publicKey) = (Hex.bytes(line.0), Hex.bytes(line.1))
        let text = "whsk_" + Data(seed).base64EncodedString()
        let secret = try WebhookSecret(text: text)
        #expect(secret.publicKeyText == "whpk_" + Data(publicKey).base64EncodedString())
        let signature = try secret.sign(Hex.bytes(line.2))
        let key = WebhookVerifier.Key.publicKey(try #require(secret.publicKey))
        #expect(key.isValid(Hex.bytes(line.3), of: Hex.bytes(line.2)))
        #expect(key.isValid(signature, of: Hex.bytes(line.2)))
        #if !canImport(Darwin)
        // CryptoKit of Apple's systems mixes random bits into a signature, which is as valid.
        #expect(signature == Hex.bytes(line.3))
        #endif
        let long = try WebhookSecret(text: "whsk_" + Data(seed + publicKey).base64EncodedString())
        #expect(long.text == text)
        #expect(secret.text == text)
    }

    /// The published message of Standard Webhooks under the key of RFC 8032's test 1, signed with OpenSSL.
    private static let signature =
        "v1a,fldxM4gAKugP6nnt1hdz3sgGfZ6d99nzrMFnZOELIxbzEHoVmAb2ADpkJK7zgPePmPsle0zV9jSeGlHFG2NVAw=="

    @Test("another library's signature is accepted with the public key, the private key, and no other key")
    func otherLibrary() throws {
        let secret = try WebhookSecret(text: "whsk_nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=")
        let publicKey = try WebhookPublicKey(text: "whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
        #expect(secret.publicKeyText == publicKey.text)
        var generator = SeededGenerator(seed: 1)
        let stranger = WebhookSecret.random(.ed25519, using: &generator)
        let shared = WebhookSecret.random(.hmacSHA256, using: &generator)
        let headers = WebhookHeaders(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: "1614265330",
            signature: Self.signature
        )
        let body = Array(#"{"test": 2432232314}"#.utf8)
        let now = Timestamp(milliseconds: 1_614_265_330_000)
        for keys in [[.publicKey(publicKey)], [.secret(secret)], [.secret(shared), .publicKey(publicKey)]]
            as [[WebhookVerifier.Key]]
        {
            try WebhookVerifier(keys: keys).verify(headers: headers, body: body, now: now)
            #expect(throws: WebhookVerificationError.self) {
                try WebhookVerifier(keys: keys).verify(headers: headers, body: body + [0x20], now: now)
            }
        }
        for keys in [[], [.secret(stranger)], [.secret(shared)]] as [[WebhookVerifier.Key]] {
            let error = #expect(throws: WebhookVerificationError.self) {
                try WebhookVerifier(keys: keys).verify(headers: headers, body: body, now: now)
            }
            #expect(error?.code == .noMatchingSignature)
        }
    }
}
