import Foundation
import HexText
import SeededRandom
import Testing
import WebhookDelivery

@Suite("Encrypted secrets")
struct SecretSealTests {
    private static let text = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    private static func cipher(_ seed: UInt64) throws -> SecretCipher {
        var generator = SeededGenerator(seed: seed)
        return try SecretCipher(keyText: SecretCipher.newKeyText(using: &generator))
    }

    private static func code(_ cipher: SecretCipher, _ encrypted: [UInt8], _ endpoint: String) -> String? {
        do {
            _ = try cipher.open(encrypted, for: endpoint)
            return nil
        } catch {
            return error.code.description
        }
    }

    @Test("a secret is decrypted unchanged, and never encrypted to the same bytes twice", arguments: [text, "", "é€"])
    func roundTrip(text: String) throws {
        let cipher = try Self.cipher(1)
        let first = try cipher.encrypt(text, for: "ep_1")
        let second = try cipher.encrypt(text, for: "ep_1")
        #expect(first != second)
        #expect(first.count == 1 + 4 + 12 + text.utf8.count + 16)
        #expect(first[0] == 1)
        #expect(try cipher.open(first, for: "ep_1") == text)
        #expect(try cipher.open(second, for: "ep_1") == text)
        #expect(try Self.cipher(1).open(first, for: "ep_1") == text)
    }

    @Test("a secret does not open with another key, for another endpoint or cut short")
    func refused() throws {
        let encrypted = try Self.cipher(1).encrypt(Self.text, for: "ep_1")
        #expect(Self.code(try Self.cipher(1), encrypted, "ep_1") == nil)
        #expect(Self.code(try Self.cipher(2), encrypted, "ep_1") == "wrong_key")
        for endpoint in ["ep_2", "", "ep_", "ep_11", "EP_1"] {
            #expect(Self.code(try Self.cipher(1), encrypted, endpoint) == "damaged")
        }
        for count in 0..<encrypted.count {
            #expect(
                Self.code(try Self.cipher(1), Array(encrypted.prefix(count)), "ep_1") == "damaged",
                "\(count) bytes"
            )
        }
        #expect(Self.code(try Self.cipher(1), encrypted + [0], "ep_1") == "damaged")
    }

    @Test("a secret with any one bit changed does not open", arguments: UInt8(0)..<8)
    func flipped(bit: UInt8) throws {
        let cipher = try Self.cipher(1)
        let encrypted = try cipher.encrypt(Self.text, for: "ep_1")
        for place in encrypted.indices {
            var changed = encrypted
            changed[place] ^= 1 << bit
            let expected = place == 0 ? "unknown_format" : place < 5 ? "wrong_key" : "damaged"
            #expect(Self.code(cipher, changed, "ep_1") == expected, "byte \(place)")
        }
    }

    /// Encrypted by another library from the description of the format: key 00…1f, nonce 64…6f.
    ///
    /// What is stored must open in every later version.
    @Test("the stored form is the one that is written down")
    func format() throws {
        let cipher = try SecretCipher(keyText: "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=")
        let encrypted = Hex.bytes(
            "01c6ecbb396465666768696a6b6c6d6e6f4379c8affbfa3b34b08f2c0dcace93ca01b4c643f505bbe9fe76ba"
                + "e2a07ba3c186d8fe81fc4dcedf177098fe94b24c69f7fa40c1ba97"
        )
        #expect(try cipher.open(encrypted, for: "ep_1") == Self.text)
    }

    @Test("a key file is one line", arguments: ["", "\n", "\r\n"])
    func keyFile(end: String) throws {
        var generator = SeededGenerator(seed: 1)
        let line = SecretCipher.newKeyText(using: &generator)
        #expect(line.hasPrefix("ffk1_") && line.utf8.count == 49 && !line.contains(where: \.isWhitespace))
        let encrypted = try Self.cipher(1).encrypt(Self.text, for: "ep_1")
        #expect(try SecretCipher(keyText: line + end).open(encrypted, for: "ep_1") == Self.text)
        #expect(SecretCipher.newKeyText(using: &generator) != line)
    }

    @Test(
        "what is not a key file is refused and not shown",
        arguments: [
            "", "\n", "ffk1_", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "ffk2_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
            "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHg==",
            "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gIQ==",
            "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n",
            "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8= ",
            "ffk1_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
        ]
    )
    func badKeyFile(text: String) {
        let error = #expect(throws: SecretCipherError.self) { try SecretCipher(keyText: text) }
        #expect(error?.code == .keyFile)
        #expect(error?.message.contains("AAECAwQF") == false)
    }

    @Test("no way of printing a cipher shows its key")
    func printing() throws {
        var generator = SystemRandomNumberGenerator()
        let line = SecretCipher.newKeyText(using: &generator)
        let cipher = try SecretCipher(keyText: line)
        let bytes = [UInt8](try #require(Data(base64Encoded: String(line.dropFirst(5)))))
        for text in printed(cipher) {
            #expect(text.contains("ffk1_…"))
            #expect(!text.contains(line.dropFirst(5).prefix(8)))
            #expect(!text.contains("\(bytes[0]), \(bytes[1])"))
        }
        #expect(Mirror(reflecting: cipher).children.isEmpty)
    }
}
