import Interchange
import Testing

@Suite("Dialects")
struct DelimitedReaderTests {
    private func read(_ bytes: [UInt8], chunk: Int = 4096) throws -> (records: [KeptRecord], reader: DelimitedReader) {
        var reader = DelimitedReader()
        var found: [KeptRecord] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            try reader.consume(Array(rest.prefix(chunk))) { found.append(KeptRecord($0)) }
            rest = rest.dropFirst(chunk)
        }
        try reader.finish { found.append(KeptRecord($0)) }
        return (found, reader)
    }

    @Test(
        "the delimiter is detected",
        arguments: [
            ("id,lat,lon\n1,2,3\n", Dialect.Delimiter.comma),
            ("id;lat;lon\n1;48,85;2,35\n2;48,9;2,4\n", .semicolon),
            ("id\tname\tlat\n1\tA, B, C\t3\n2\tx;y\t4\n", .tab),
            ("id|name\n1|a,b\n2|c,d\n", .pipe),
            ("id,name\n1,\"a;b;c\"\n2,\"d;e;f\"\n", .comma),
            ("name;note\n\"a,b,c\nd,e,f\";x\n", .semicolon),
            ("lonely\n1\n2\n", .comma),
            ("", .comma),
        ]
    )
    func delimiter(text: String, expected: Dialect.Delimiter) throws {
        #expect(try read(Array(text.utf8)).reader.dialect?.delimiter == expected)
    }

    @Test("old Mac line ends are detected")
    func carriageReturns() throws {
        let (found, reader) = try read(Array("id,lat\r1,2\r3,4".utf8))
        #expect(reader.dialect?.endsRecordsAtCarriageReturn == true)
        #expect(found.map(\.line) == [1, 2, 3])
    }

    @Test("a first line that names the delimiter is obeyed", arguments: ["sep=;\n", "SEP=;\r\n"])
    func namedDelimiter(line: String) throws {
        let (found, reader) = try read(Array("\(line)a;b\n1;2\n".utf8))
        #expect(reader.dialect?.delimiter == .semicolon)
        #expect(found == [.init(2, ["a", "b"]), .init(3, ["1", "2"])])
    }

    @Test("the line of the first byte that is not UTF-8 is known", arguments: [3000, 100_000], [1000, 65_536])
    func invalidByteLine(rows: Int, chunk: Int) throws {
        var bytes: [UInt8] = []
        for row in 1...rows {
            bytes += Array("\(row),Genf,1\n".utf8)
            if row == rows - 10 { bytes += [0x47, 0x92, 0x2C, 0x2C, 0x0A] }
        }
        let (found, reader) = try read(bytes, chunk: chunk)
        #expect(found.count == rows + 1)
        #expect(reader.firstInvalidByteLine == rows - 9)
        #expect(found[rows - 10].fields[0] == "G’")
    }
}
