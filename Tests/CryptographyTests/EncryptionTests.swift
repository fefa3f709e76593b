import HexText
import SeededRandom
import Testing
import VisitModel

@testable import Cryptography

@Suite("Encryption with ChaCha20-Poly1305")
struct EncryptionTests {
    private static let key = SecretBytes(0x80...0x9F)

    @Test("It gives the bytes and the tag of RFC 8439, section 2.8.2")
    func rfc8439() throws {
        let cipher = ChaCha20Poly1305(key: Self.key)
        let text = """
            Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it.
            """
        let (nonce, context) = (Hex.bytes("070000004041424344454647"), Hex.bytes("50515253c0c1c2c3c4c5c6c7"))
        let sealed = try cipher.seal(Array(text.utf8), nonce: nonce, context: context)
        let expected = """
            d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b\
            1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc\
            3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
            """
        #expect(sealed == Hex.bytes(expected))
        #expect(try cipher.open(nonce + sealed, context: context) == Array(text.utf8))
    }

    @Test(
        "What was encrypted is read again, and nothing that differs by one bit, is cut, or has another key or context"
    )
    func changes() throws {
        var generator = SeededGenerator(seed: 8439)
        let cipher = ChaCha20Poly1305(key: Self.key)
        let other = ChaCha20Poly1305(key: .random(count: 32, using: &generator))
        for length in [0, 1, 15, 16, 17, 64, 1_000] {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sealed = try cipher.seal(bytes, context: [1, 2, 3])
            #expect(try cipher.open(sealed, context: [1, 2, 3]) == bytes)
            #expect(try cipher.open(sealed, context: [1, 2]) == nil)
            #expect(try cipher.open(sealed, context: []) == nil)
            #expect(try other.open(sealed, context: [1, 2, 3]) == nil)
            #expect(try cipher.open(sealed.dropLast(), context: [1, 2, 3]) == nil)
            var changed = sealed
            changed[Int.random(in: changed.indices, using: &generator)] ^=
                1 << UInt8.random(in: 0...7, using: &generator)
            #expect(try cipher.open(changed, context: [1, 2, 3]) == nil)
        }
        for length in 0..<28 { #expect(try cipher.open([UInt8](repeating: 0, count: length), context: []) == nil) }
    }

    @Test("Encrypting the same bytes twice gives different ones")
    func nonce() throws {
        let cipher = ChaCha20Poly1305(key: Self.key)
        #expect(try cipher.seal([1], context: []) != cipher.seal([1], context: []))
    }
}

@Suite("Signatures with Ed25519")
struct SignatureTests {
    /// RFC 8032, section 7.1, test 3.
    private static let seed = Hex.bytes("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
    private static let publicKey = Hex.bytes("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025")
    private static let signature = Hex.bytes(
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc0"
            + "27beceea1ec40a"
    )

    @Test("Keys and signatures are those of RFC 8032")
    func rfc8032() throws {
        let key = try #require(try Ed25519PrivateKey(seed: SecretBytes(Self.seed)))
        #expect(key.publicKey.bytes == Self.publicKey)
        #expect(try key.signature(of: [0xAF, 0x82]) == Self.signature)
        #expect(try key.publicKey.isValid(Self.signature, of: [0xAF, 0x82]))
    }

    @Test("A changed or cut signature, other bytes and another key are not valid, and no error is left for the next")
    func changes() throws {
        let key = try #require(Ed25519PublicKey(bytes: Self.publicKey))
        for place in Self.signature.indices {
            var changed = Self.signature
            changed[place] ^= 1
            #expect(try !key.isValid(changed, of: [0xAF, 0x82]))
            #expect(try !key.isValid(Array(Self.signature.prefix(place)), of: [0xAF, 0x82]))
        }
        #expect(try !key.isValid(Self.signature, of: [0xAF]))
        let noPoint = try #require(Ed25519PublicKey(bytes: [UInt8](repeating: 0xFF, count: 32)))
        #expect(try !noPoint.isValid(Self.signature, of: [0xAF, 0x82]))
        #expect(CryptographyError.failed("a test").cause == nil)
    }

    @Test("A key has 32 bytes", arguments: [0, 31, 33, 64])
    func length(count: Int) throws {
        #expect(try Ed25519PrivateKey(seed: SecretBytes([UInt8](repeating: 1, count: count))) == nil)
        #expect(Ed25519PublicKey(bytes: [UInt8](repeating: 1, count: count)) == nil)
    }
}
