import Testing
import VisitModel

@Suite("Identifiers")
struct IdentifierTests {
    @Test(
        "keep the customer's text without white space at the ends",
        arguments: [("gym-1", "gym-1"), ("  a b\t", "a b"), ("Fitneß №7", "Fitneß №7")]
    )
    func text(given: String, kept: String) throws {
        #expect(try FacilityID(given).text == kept)
        #expect(try FacilityID(given).description == kept)
    }

    @Test(
        "that are empty, too long or hold a control character are refused",
        arguments: ["", " \t ", "a\u{0}b", "a\nb", "x\u{7F}"]
    )
    func refused(text: String) {
        let error = #expect(throws: ValidationError.self) { try MemberID(text) }
        #expect(error?.code == .identifier)
    }

    @Test("may have 400 bytes and not one more")
    func length() throws {
        #expect(try DeviceID(String(repeating: "x", count: 400)).text.utf8.count == 400)
        #expect(throws: ValidationError.self) { try DeviceID(String(repeating: "x", count: 401)) }
        #expect(throws: ValidationError.self) { try DeviceID(String(repeating: "é", count: 201)) }
    }

    @Test("of a letter and a digest have the digest", arguments: UInt64(1)...3)
    func digest(seed: UInt64) throws {
        for index in 0..<100 as Range<UInt64> {
            var digest = StableDigest()
            digest.combine(seed << 32 | index)
            let id = EventID(digest: digest.value)
            #expect(id.text == "e" + StableDigest.text(of: digest.value), "seed \(seed)")
            #expect(try EventID(id.text) == id)
            #expect(id.digest == digest.value)
            #expect(id.digest(after: "v") == nil)
        }
        #expect(VisitID("v", digest: .max).text == "vfzzzzzzzzzzzz")
    }

    @Test(
        "of any other form have no digest",
        arguments: [
            "e", "e000000000000", "e00000000000000", "v0000000000000", "E0000000000000", "0000000000000",
            "eg000000000000",
            "e000000000000U", "e\u{301}0000000000000", "é0000000000000",
        ]
    )
    func noDigest(text: String) throws {
        #expect(try EventID(text).digest == nil)
    }

    @Test("are ordered by their bytes")
    func order() throws {
        let ordered = ["", "0", "10", "9", "A", "a", "ab", "é"].dropFirst()
        let ids = try ordered.map { try FacilityID($0) }
        #expect(ids.shuffled().sorted() == Array(ids))
    }

    @Test("are the same where their bytes are, however alike they look")
    func bytes() throws {
        let (composed, decomposed) = (try DeviceID("caf\u{E9}"), try DeviceID("cafe\u{301}"))
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed, try DeviceID("caf\u{E9}")]).count == 2)
        #expect(composed.lookAlike == decomposed.lookAlike)
        // Two marks in another order: as many bytes, and canonically the same.
        #expect(try DeviceID("a\u{323}\u{301}") != DeviceID("a\u{301}\u{323}"))
        #expect(try DeviceID("phone").hashValue == DeviceID(" phone ").hashValue)
    }
}
