import Testing
import WireJSON

@Suite("Writing JSON")
struct JSONBytesTests {
    static let styles: [(style: JSONStyle, text: String)] = [
        (.compact, #"{"a":[1,2.5,null],"b":{},"c":"x\ty\n\u001f\"\\"}"#),
        (.spaced, #"{"a": [1, 2.5, null], "b": {}, "c": "x\ty\n\u001f\"\\"}"#),
        (
            JSONStyle(isSpaced: true, padsObjects: true, shortEscapes: .none),
            #"{ "a": [1, 2.5, null], "b": {  }, "c": "x\u0009y\u000a\u001f\"\\" }"#
        ),
        (
            JSONStyle(isSpaced: false, shortEscapes: .newline),
            #"{"a":[1,2.5,null],"b":{},"c":"x\u0009y\n\u001f\"\\"}"#
        ),
    ]

    @Test("A style decides the spaces and the escapes, and nothing else", arguments: styles)
    func style(style: JSONStyle, text: String) {
        var json = JSONBytes(style: style)
        json.object {
            $0.list("a", of: [1, 2.5, .infinity]) { $0.number($1) }
            $0.object("b") { _ in }
            $0.member("c", "x\ty\n\u{1F}\"\\")
        }
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }

    @Test("A line break stands after the comma and before the bracket")
    func lines() {
        var json = JSONBytes(style: .spaced)
        json.openList()
        #expect(json.isContainerEmpty)
        for element in [1, 2] {
            json.breakLine(indentation: 2)
            json.integer(Int64(element))
        }
        #expect(!json.isContainerEmpty)
        json.breakLine()
        json.closeList()
        #expect(String(decoding: json.bytes, as: UTF8.self) == "[\n  1,\n  2\n]")
    }

    @Test("Draining moves the bytes and keeps the place in the document")
    func draining() {
        var json = JSONBytes()
        var output: [UInt8] = []
        json.openList()
        for element in 1...3 {
            json.integer(Int64(element))
            json.drain(into: &output)
            #expect(json.bytes.isEmpty)
        }
        json.closeList()
        json.drain(into: &output)
        #expect(String(decoding: output, as: UTF8.self) == "[1,2,3]")
    }

    @Test(
        "A number is as short as it reads back, and a whole one has no fraction",
        arguments: [(-0.0, "0"), (1, "1"), (0.1, "0.1"), (1e16, "1e+16"), (-999_999_999_999_999, "-999999999999999")]
    )
    func numbers(number: Double, text: String) {
        #expect(JSONBytes.text(of: number) == text)
    }
}
