import Interchange
import SeededRandom
import Testing

/// A copy of a record that outlives its tokenizer.
struct KeptRecord: Equatable {
    var line: Int
    var fields: [String]
    var defect: DelimitedRecord.Defect?

    init(_ line: Int, _ fields: [String], _ defect: DelimitedRecord.Defect? = nil) {
        self.line = line
        self.fields = fields
        self.defect = defect
    }

    init(_ record: borrowing DelimitedRecord) {
        self.line = record.line
        self.fields = (0..<record.count).map { record[$0].string }
        self.defect = record.defect
    }
}

/// Splits a text that comes in chunks of a given size.
func records(
    _ text: String,
    dialect: Dialect = Dialect(),
    limits: DelimitedTokenizer.Limits = .init(),
    chunk: Int = 1 << 20
) -> [KeptRecord] {
    var tokenizer = DelimitedTokenizer(dialect: dialect, limits: limits)
    var found: [KeptRecord] = []
    Array(text.utf8).withUnsafeBufferPointer { buffer in
        var rest = buffer[...]
        while !rest.isEmpty {
            tokenizer.feed(UnsafeBufferPointer(rebasing: rest.prefix(chunk))) { found.append(KeptRecord($0)) }
            rest = rest.dropFirst(chunk)
        }
    }
    tokenizer.finish { found.append(KeptRecord($0)) }
    return found
}

@Suite("Delimited text")
struct DelimitedTokenizerTests {
    static let texts: [(name: String, text: String, expected: [KeptRecord])] = [
        ("nothing", "", []),
        ("line feeds", "a,b\n1,2\n", [.init(1, ["a", "b"]), .init(2, ["1", "2"])]),
        ("CRLF", "a,b\r\n1,2\r\n", [.init(1, ["a", "b"]), .init(2, ["1", "2"])]),
        ("no line end at the end", "a,b\n1,", [.init(1, ["a", "b"]), .init(2, ["1", ""])]),
        ("blank lines", "a,b\n\n\r\n1,2\n\n", [.init(1, ["a", "b"]), .init(4, ["1", "2"])]),
        ("an empty quoted field is not a blank line", "\"\"\n", [.init(1, [""])]),
        ("empty fields", ",,\n", [.init(1, ["", "", ""])]),
        ("quoted delimiters", "\"a,b\",c\n", [.init(1, ["a,b", "c"])]),
        ("quoted line ends", "\"a\nb\r\nc\",d\n1,2\n", [.init(1, ["a\nb\r\nc", "d"]), .init(4, ["1", "2"])]),
        ("doubled quotes", "\"say \"\"hi\"\"\",\"\"\"\"\n", [.init(1, ["say \"hi\"", "\""])]),
        ("a quote inside an unquoted field", "5\" pipe,6\"\n", [.init(1, ["5\" pipe", "6\""])]),
        (
            "text behind a closing quote", "\"Iron\" Gym,2\n3,4\n",
            [.init(1, ["\"Iron\" Gym", "2"]), .init(2, ["3", "4"])]
        ),
        ("a lone carriage return is text", "a\rb,c\r\n", [.init(1, ["a\rb", "c"])]),
        ("a quoted field at the very end", "a,\"b\"", [.init(1, ["a", "b"])]),
        ("a quoted field before CRLF", "\"a\"\r\n\"b\"\r\n", [.init(1, ["a"]), .init(2, ["b"])]),
        (
            "a quote never closed", "1,\"Foo,2\n3,Bar,4\n",
            [.init(1, ["1", "\"Foo", "2"], .unclosedQuote(.init(field: 1, line: 1))), .init(2, ["3", "Bar", "4"])]
        ),
        (
            "a quote whose next one opens another field", "1,\"Foo,2\n3,\"Bar\",4\n",
            [.init(1, ["1", "\"Foo", "2"], .unclosedQuote(.init(field: 1, line: 1))), .init(2, ["3", "Bar", "4"])]
        ),
        (
            "good quotes before a bad one", "\"x\ny\",\"Foo\n3,4\n",
            [.init(1, ["x\ny", "\"Foo"], .unclosedQuote(.init(field: 1, line: 2))), .init(3, ["3", "4"])]
        ),
    ]

    @Test("text is split the same in chunks of any size", arguments: texts.indices, [1, 2, 3, 1000])
    func split(index: Int, chunk: Int) {
        let (name, text, expected) = Self.texts[index]
        #expect(records(text, chunk: chunk) == expected, "\(name)")
    }

    @Test("a carriage return alone ends records where the dialect says so", arguments: [1, 2, 100])
    func carriageReturns(chunk: Int) {
        let dialect = Dialect(delimiter: .semicolon, endsRecordsAtCarriageReturn: true)
        let found = records("a;b\r1;\"2\r3\"\r\r5;6", dialect: dialect, chunk: chunk)
        #expect(found == [.init(1, ["a", "b"]), .init(2, ["1", "2\r3"]), .init(5, ["5", "6"])])
    }

    @Test("fields of any length end at each kind of end", arguments: 0...40, [",", "\n", "\r\n", "\r", ""])
    func lengths(length: Int, end: String) {
        let field = String(repeating: "x", count: length)
        for rest in 0...17 {
            let last = String(repeating: "y", count: rest)
            let text = end.isEmpty ? "a,\(field)" : "a,\(field)\(end)b,\(last)"
            let expected =
                switch end {
                case "": [["a", field]]
                case ",": [["a", field, "b", last]]
                default: [["a", field], ["b", last]]
                }
            let dialect = Dialect(endsRecordsAtCarriageReturn: end == "\r")
            for chunk in [1, 16, 17, 1000] {
                #expect(records(text, dialect: dialect, chunk: chunk).map(\.fields) == expected)
            }
        }
    }

    @Test("an open quote costs one row and not the file", arguments: [100, 65_536])
    func openQuote(chunk: Int) {
        let rows = (0..<5000).map { "\($0),name,1" }
        var lines = rows
        lines[2000] = "2000,\"name,1"
        let found = records(lines.joined(separator: "\n"), chunk: chunk)
        #expect(found.count == 5000)
        let quote = DelimitedRecord.OpenQuote(field: 1, line: 2001, exceedsLimits: true)
        #expect(found[2000] == KeptRecord(2001, ["2000", "\"name", "1"], .unclosedQuote(quote)))
        #expect(found[4999] == KeptRecord(5000, ["4999", "name", "1"]))
    }

    @Test("a quoted field may have at most the limit's number of lines")
    func quotedLines() {
        let limits = DelimitedTokenizer.Limits(quotedLines: 3)
        #expect(records("\"1\n2\n3\n4\",x\n", limits: limits).map(\.fields) == [["1\n2\n3\n4", "x"]])
        let tooMany = records("\"1\n2\n3\n4\n5\",x\n", limits: limits)
        #expect(tooMany.first == KeptRecord(1, ["\"1"], .unclosedQuote(.init(field: 0, line: 1, exceedsLimits: true))))
        #expect(tooMany.last == KeptRecord(5, ["5\"", "x"]))
    }

    @Test("a record without end is skipped", arguments: [64, 10_000])
    func tooLong(chunk: Int) {
        let limits = DelimitedTokenizer.Limits(quotedBytes: 100, recordBytes: 1000)
        let text = "a,b\n" + String(repeating: "x", count: 30_000) + "\n1,2\n"
        let found = records(text, limits: limits, chunk: chunk)
        #expect(found == [.init(1, ["a", "b"]), .init(2, [], .tooLong), .init(3, ["1", "2"])])
    }

    @Test("any table is read back unchanged, in chunks of any size", arguments: 0..<200)
    func roundTrip(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab é\",;\n\r1")
        let table = (0..<Int.random(in: 1...20, using: &random)).map { _ in
            (0..<4).map { _ in
                String(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in alphabet.randomElement(using: &random) ?? "a"
                    }
                )
            }
        }
        let text = table.map { row in
            row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
        }.joined(separator: "\n")
        let chunk = Int.random(in: 1...50, using: &random)
        #expect(records(text, chunk: chunk).map(\.fields) == table, "seed \(seed)")
    }

    @Test("garbage gives the same records in chunks of any size", arguments: 0..<200)
    func garbage(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("a\",\n\r")
        let garbage = String((0..<200).map { _ in alphabet.randomElement(using: &random) ?? "a" })
        let whole = records(garbage + "\n")
        let cut = records(garbage + "\n", chunk: Int.random(in: 1...20, using: &random))
        #expect(whole == cut, "seed \(seed)")
    }
}
