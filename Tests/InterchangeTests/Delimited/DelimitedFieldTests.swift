import Interchange
import SeededRandom
import Testing

@Suite("Numbers in fields")
struct DelimitedFieldTests {
    private func withField<Value>(_ text: String, _ body: (DelimitedField) -> Value) -> Value {
        Array(text.utf8).withUnsafeBufferPointer { body(DelimitedField(bytes: $0)) }
    }

    @Test(
        "decimal numbers are read",
        arguments: [
            ("0", 0.0), ("-0", -0.0), ("12", 12), ("+1.5", 1.5), ("-93.265012345678", -93.265012345678), (".5", 0.5),
            ("5.", 5), ("1e3", 1000), ("1.25E-2", 0.0125), ("57.14694866360744", 57.14694866360744),
            ("-0.13145586243457288", -0.13145586243457288), ("000000000000000000000000012.5", 12.5),
            ("123456789012345678901234567890", 123456789012345678901234567890.0),
            ("9007199254740993", 9007199254740992),
            ("1e-400", 0), ("0.00000000000000000000000000001", 1e-29), ("000000000000000000000000000.000", 0),
            ("0000000000000.0000000012345678", 1.2345678e-9),
            ("-00000000000000000000001234567890123456789", -1234567890123456768),
        ]
    )
    func numbers(text: String, expected: Double) {
        let value = withField(text) { $0.double() }
        #expect(value?.bitPattern == expected.bitPattern)
    }

    @Test(
        "what is not a number is refused",
        arguments: ["", "-", ".", "e5", "1e", "1.2.3", "12a", "nan", "inf", "0x10", "1e999", " 1", "48,85"]
    )
    func refused(text: String) {
        #expect(withField(text) { $0.double() } == nil)
    }

    @Test(
        "a comma may stand for the point where asked for",
        arguments: [("48,85", 48.85), ("-2,7209534651234567", -2.7209534651234567)]
    )
    func decimalComma(text: String, expected: Double) {
        #expect(withField(text) { $0.double(decimalComma: true) } == expected)
    }

    @Test("numbers of any length are rounded as the standard library does it", arguments: 0..<20)
    func exact(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let digits = String(UInt64.random(in: 0...UInt64.max, using: &random)).prefix(
                Int.random(in: 1...20, using: &random)
            )
            let point = Int.random(in: 0...digits.count, using: &random)
            let zeros = String(
                repeating: "0",
                count: Bool.random(using: &random) ? 0 : .random(in: 1...30, using: &random)
            )
            let text = zeros + digits.prefix(point) + "." + (point == 0 ? zeros : "") + digits.dropFirst(point)
            guard let expected = Double(String(text)) else { continue }
            #expect(withField(String(text)) { $0.double() } == expected, "seed \(seed): \(text)")
        }
    }

    @Test(
        "whole numbers are read",
        arguments: [("0", 0), ("-12", -12), ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min)]
    )
    func integers(text: String, expected: Int) {
        #expect(withField(text) { $0.integer() } == expected)
    }

    @Test("what is not a whole number is refused", arguments: ["", "-", "1.0", "9223372036854775808", "x"])
    func refusedIntegers(text: String) {
        #expect(withField(text) { $0.integer() } == nil)
    }

    @Test(
        "blanks at both ends are cut",
        arguments: [("  a b\t", "a b"), ("\u{A0}x\u{A0} ", "x"), (" ", ""), ("", ""), ("\r\nq", "q")]
    )
    func trimmed(text: String, expected: String) {
        #expect(withField(text) { $0.trimmed.string } == expected)
    }
}
