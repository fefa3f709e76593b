import Foundation
import Testing

@testable import VisitServer

@Suite("Places in lists")
struct PageCursorTests {
    @Test(
        "A place reads back, from its own list only",
        arguments: [["1"], ["a/b c", "-5"], ["", "é"], []] as [[String]]
    )
    func roundTrip(parts: [String]) throws {
        let text = PageCursor.text("visits", parts)
        #expect(text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "=") })
        #expect(PageCursor.parts(text, of: "visits") == parts)
        #expect(PageCursor.parts(text, of: "events") == nil)
    }

    @Test("One changed letter is noticed wherever it is")
    func changed() {
        let text = PageCursor.text("visits", ["1709300000000", "v1"])
        for index in text.indices {
            var other = text
            other.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
            #expect(PageCursor.parts(other, of: "visits") == nil)
        }
    }

    @Test("Bytes become text and bytes again", arguments: 0...64)
    func base64(count: Int) {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        #expect(Base64URL.bytes(of: Base64URL.text(of: bytes)) == bytes, "\(bytes)")
    }
}
