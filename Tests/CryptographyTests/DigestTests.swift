import HexText
import SeededRandom
import Testing

@testable import Cryptography

@Suite("Digests, authentication codes and derived keys")
struct DigestTests {
    @Test(
        "SHA-256 gives the digests of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                String(repeating: "a", count: 1_000_000),
                "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
            ),
        ]
    )
    func sha256(text: String, digest: String) {
        #expect(SHA256.digest(of: text.utf8) == Hex.bytes(digest))
        // Bytes that do not lie beside each other have the same digest.
        #expect(SHA256.digest(of: text.utf8.lazy.map { $0 }) == Hex.bytes(digest))
    }

    /// RFC 4231, cases 1, 2, 3 and 6: key, content, code.
    private static let codes = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        // An empty key, after which the key of the call before must not be used (computed with Python's `hmac`).
        ([], [], "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]

    @Test("HMAC with SHA-256 gives the codes of RFC 4231", arguments: codes)
    func hmac(key: [UInt8], content: [UInt8], code: String) {
        let hmac = HMACSHA256(key: SecretBytes(key))
        #expect(hmac.code(of: content) == Hex.bytes(code))
        #expect(hmac.isValid(Hex.bytes(code), of: content))
        #expect(!hmac.isValid(Hex.bytes(code).dropLast(), of: content))
        #expect(!hmac.isValid(Hex.bytes(code), of: content + [0]))
    }

    /// RFC 5869, case 3: without salt and without info.
    private static let derived = "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"

    @Test("HKDF gives the keys of RFC 5869, of any length", arguments: [1, 31, 32, 33, 42])
    func hkdf(count: Int) {
        let key = SecretBytes([UInt8](repeating: 0x0B, count: 22)).derived(for: [], count: count)
        #expect(key.withUnsafeBytes { Array($0) } == Array(Hex.bytes(Self.derived).prefix(count)))
    }

    @Test("Two collections are the same where each byte is, whatever their lengths")
    func constantTime() {
        var generator = SeededGenerator(seed: 40)
        for _ in 0..<200 {
            let one = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            #expect(one.isSameInConstantTime(as: one.lazy.map { $0 }))
            #expect(!one.isSameInConstantTime(as: one + [0]))
            if let place = one.indices.randomElement(using: &generator) {
                var other = one
                other[place] ^= 1 << UInt8.random(in: 0...7, using: &generator)
                #expect(!one.isSameInConstantTime(as: other))
            }
        }
    }

    @Test("A key shows none of its bytes in a description or a dump")
    func secrecy() {
        let key = SecretBytes([0x41, 0x42, 0x43])
        var dumped = ""
        dump(HMACSHA256(key: key), to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(!text.contains("41") && !text.contains("65") && !text.contains("ABC"), "\(text)")
        }
    }
}
