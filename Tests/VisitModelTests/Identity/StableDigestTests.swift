import Testing
import VisitModel

@Suite("The digest is the same everywhere and for ever")
struct StableDigestTests {
    /// Computed by another program from the definitions of FNV-1a and of SplitMix64's finaliser.
    @Test(
        "texts and their ends",
        arguments: [
            ([], 0xF52A_15E9_A9B5_E89B), ([""], 0x4F2D_B50F_1240_40CD), (["a"], 0x193F_1020_AF07_6DB5),
            (["ab", "c"], 0x9399_8DD6_EDC9_A3B3), (["a", "bc"], 0x0372_A433_AA0F_E51E),
            (["Zürich"], 0xD624_E829_A3DA_383F),
        ] as [([String], UInt64)]
    )
    func texts(_ texts: [String], expected: UInt64) {
        var digest = StableDigest()
        for text in texts { digest.combine(text) }
        #expect(digest.value == expected)
    }

    @Test(
        "numbers",
        arguments: [
            (0, 0x813F_0174_A236_7C13), (-1, 0x9795_737C_4A2D_ACD5), (1_709_553_600_000, 0xDE5F_155A_2497_925A),
        ] as [(Int64, UInt64)]
    )
    func numbers(_ number: Int64, expected: UInt64) {
        var digest = StableDigest()
        digest.combine(number)
        #expect(digest.value == expected)
    }

    @Test(
        "a digest as text",
        arguments: [
            (0, "0000000000000"), (1, "0000000000001"), (.max, "fzzzzzzzzzzzz"),
            (0x8000_0000_0000_0000, "8000000000000"), (0x0123_4567_89AB_CDEF, "028t5cy4tqkff"),
        ] as [(UInt64, String)]
    )
    func text(_ value: UInt64, text: String) {
        #expect(StableDigest.text(of: value) == text)
        #expect(StableDigest.value(of: text) == value)
    }

    @Test("every digest comes back from its text", arguments: UInt64(1)...5)
    func roundTrip(seed: UInt64) {
        for index in 0..<1000 as Range<UInt64> {
            var digest = StableDigest()
            digest.combine(seed << 32 | index)
            let value = digest.value
            #expect(StableDigest.value(of: StableDigest.text(of: value)) == value, "seed \(seed)")
        }
    }

    @Test(
        "no other text is a digest",
        arguments: [
            "", "0", "000000000000", "00000000000000", "028t5cy4tqkfF", "028t5cy4tqkfi", "028t5cy4tqkfl",
            "028t5cy4tqkfo",
            "028t5cy4tqkfu", "028t5cy4-qkff", "ü28t5cy4tqkf", "g000000000000", "zzzzzzzzzzzzz",
        ]
    )
    func refuses(_ text: String) {
        #expect(StableDigest.value(of: text) == nil)
    }
}
