import Testing
import WireJSON

@Suite("Scanning a JSON text")
struct JSONScannerTests {
    @Test(
        "A syntax error is located at the first invalid byte",
        arguments: [
            ("", 0), ("{", 1), ("[1,]", 3), ("{\"a\":1,}", 7), ("{\"a\" 1}", 5), ("{a:1}", 1), ("[1 2]", 3), ("01", 1),
            ("1.", 2), ("-", 1), ("1e", 2), ("\"a", 2), ("\"\\x\"", 2), ("\"\\u12g4\"", 5), ("{}}", 2), ("[}", 1),
            ("\"\n\"", 1), ("1 1", 2), ("{,}", 1), ("[,1]", 1), ("+1", 0), (".5", 0), ("\"\\u00é0\"", 5),
        ]
    )
    func faults(text: String, offset: Int) {
        #expect(JSONScanner(Array(text.utf8)).syntaxError == JSONScanner.SyntaxError(offset: offset))
        #expect(throws: JSONScanner.SyntaxError(offset: offset)) { try JSONOutline(Array(text.utf8)) }
    }

    @Test("A misspelt word is located at its first letter", arguments: [("tru", 0), ("nul", 0), ("[ falsy]", 2)])
    func words(text: String, offset: Int) {
        #expect(JSONScanner(Array(text.utf8)).syntaxError?.offset == offset)
    }

    @Test("Keys outside lists are reported with their depth, up to the error")
    func keys() {
        let text = #"{"a": {"b\"": 1, "c": [{"d": 2}]}, "e": {}, "f": +1, "g": 2}"#
        let bytes = Array(text.utf8)
        let scanner = JSONScanner(bytes)
        let keys = scanner.keys.map { "\($0.depth) \(JSONScanner.string(quoted: bytes[$0.range]) ?? "-")" }
        #expect(keys == ["1 a", "2 b\"", "2 c", "1 e", "1 f"])
        #expect(scanner.syntaxError?.offset == text.utf8.count - #"+1, "g": 2}"#.utf8.count)
    }

    @Test(
        "The first key that its object has already is reported by its path",
        arguments: [
            (#"{"a":1,"b":{"a":2}}"#, nil), (#"{"a":1,"b":{"c":1,"c":2}}"#, "b.c"), (#"{"a":1,"\u0061":2}"#, "a"),
            (#"[{"a":1,"a":2}]"#, nil),
        ]
    )
    func repeatedKey(text: String, path: String?) { #expect(JSONScanner(Array(text.utf8)).repeatedKey?.path == path) }

    @Test("A value below the maximum depth is an error where it begins")
    func depth() {
        let bytes = Array(repeating: UInt8(ascii: "["), count: 1000)
        #expect(JSONScanner(bytes, maximumDepth: 64).syntaxError?.offset == 64)
        #expect(JSONScanner(Array("[[1]]".utf8), maximumDepth: 3).syntaxError == nil)
        #expect(JSONScanner(Array("[[1]]".utf8), maximumDepth: 2).syntaxError?.offset == 2)
    }

    @Test("Nesting takes no stack")
    func deep() throws {
        let depth = 200_000
        let bytes =
            Array(repeating: UInt8(ascii: "["), count: depth) + Array(repeating: UInt8(ascii: "]"), count: depth)
        #expect(try JSONOutline(bytes).range == 0..<(2 * depth))
    }
}
