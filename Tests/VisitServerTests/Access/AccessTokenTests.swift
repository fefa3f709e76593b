import Cryptography
import Testing

@testable import VisitServer

@Suite("Tokens")
struct AccessTokenTests {
    @Test("A token reads back from its text, and only its own digest fits")
    func roundTrip() throws {
        var generator = SystemRandomNumberGenerator()
        let (one, other) = (AccessToken(using: &generator), AccessToken(using: &generator))
        let read = try #require(AccessToken(text: one.text))
        #expect(read == one)
        #expect(read.digest.isSameInConstantTime(as: one.digest))
        #expect(!read.digest.isSameInConstantTime(as: other.digest))
        #expect(!read.digest.isSameInConstantTime(as: [UInt8]()))
        #expect(one.text != other.text)
        #expect(one.text.utf8.count == 3 + 8 + 1 + 43)
    }

    @Test(
        "A text that is not a token is rejected",
        arguments: [
            "", "ff_", "ff_abcdefgh", "ff_abcdefgh_short", "xx_abcdefgh_",
            "ff_ABCDEFGH_" + String(repeating: "a", count: 43),
        ]
    )
    func notTokens(text: String) {
        #expect(AccessToken(text: text) == nil)
    }

    @Test("The digest is SHA-256 of the secret's letters")
    func digest() throws {
        let token = try #require(AccessToken(text: "ff_abcdefgh_" + String(repeating: "A", count: 43)))
        // printf 'A%.0s' {1..43} | sha256sum
        #expect(token.digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == Self.expected)
    }

    private static let expected = "0f007385b6f9d4b7eeb2748605afe1a984a0a3bfa3f014d09e2a784ce9e5cd1a"
}
