import Interchange
import Testing
import VisitModel

@Suite("Text decoding")
struct TextDecoderTests {
    /// Decodes a document that comes in chunks of a size.
    private func decode(_ bytes: [UInt8], chunk: Int) throws -> (text: String, decoder: TextDecoder) {
        var decoder = TextDecoder()
        var output: [UInt8] = []
        try bytes.withUnsafeBufferPointer { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                try decoder.decode(UnsafeBufferPointer(rebasing: rest.prefix(chunk)), into: &output)
                rest = rest.dropFirst(chunk)
            }
        }
        try decoder.finish(into: &output)
        return (String(decoding: output, as: UTF8.self), decoder)
    }

    static let sample = "Zürich;Łódź;東京;🏋️ gym\r\nid,naïve\n"

    private static func utf16(_ text: String, highByteFirst: Bool) -> [UInt8] {
        text.utf16.flatMap { unit in
            let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return highByteFirst ? bytes : bytes.reversed()
        }
    }

    static let documents: [(name: String, bytes: [UInt8], encoding: TextEncoding)] = [
        ("UTF-8", Array(sample.utf8), .utf8),
        ("UTF-8 with a mark", [0xEF, 0xBB, 0xBF] + Array(sample.utf8), .utf8),
        ("UTF-16LE with a mark", [0xFF, 0xFE] + utf16(sample, highByteFirst: false), .utf16LittleEndian),
        ("UTF-16BE with a mark", [0xFE, 0xFF] + utf16(sample, highByteFirst: true), .utf16BigEndian),
        ("UTF-16LE bare", utf16("id,name\n" + sample, highByteFirst: false), .utf16LittleEndian),
        ("UTF-16BE bare", utf16("id,name\n" + sample, highByteFirst: true), .utf16BigEndian),
    ]

    @Test("every encoding gives the same text, however it is cut", arguments: documents.indices, [1, 2, 3, 7, 4096])
    func encodings(index: Int, chunk: Int) throws {
        let document = Self.documents[index]
        let (text, decoder) = try decode(document.bytes, chunk: chunk)
        #expect(text == (document.name.hasSuffix("bare") ? "id,name\n" + Self.sample : Self.sample))
        #expect(decoder.encoding == document.encoding)
        #expect(decoder.invalidByteCount == 0)
    }

    @Test("bytes that are not UTF-8 are read as Windows-1252", arguments: [1, 5, 4096])
    func windows1252(chunk: Int) throws {
        let bytes = Array("St George".utf8) + [0x92] + Array("s Stra".utf8) + [0xDF] + Array("e ".utf8) + [0x80, 0x81]
        let (text, decoder) = try decode(bytes, chunk: chunk)
        #expect(text == "St George’s Straße €\u{81}")
        #expect(decoder.encoding == .windows1252)
        #expect(decoder.invalidByteCount == 4)
        #expect(decoder.firstInvalidByte?.value == 0x92)
        #expect(decoder.firstInvalidByte?.outputOffset == 9)
    }

    @Test("one bad byte deep inside UTF-8 spoils nothing around it", arguments: [1000, 65_536])
    func deepMisfit(chunk: Int) throws {
        let good = String(repeating: "Genève,1\n", count: 20_000)
        let bytes = Array(good.utf8) + [0xE9] + Array(good.utf8)
        let (text, decoder) = try decode(bytes, chunk: chunk)
        #expect(text == good + "é" + good)
        #expect(decoder.encoding == .utf8)
        #expect(decoder.firstInvalidByte?.value == 0xE9)
        #expect(decoder.firstInvalidByte?.outputOffset == good.utf8.count)
        #expect(decoder.invalidByteCount == 1)
    }

    @Test("a sequence cut off by the end of the document is kept byte by byte")
    func cutOff() throws {
        let (text, decoder) = try decode(Array("caf".utf8) + [0xC3], chunk: 2)
        #expect(text == "cafÃ")
        #expect(decoder.invalidByteCount == 1)
    }

    @Test("half a surrogate pair becomes a replacement character")
    func loneSurrogate() throws {
        let (text, decoder) = try decode([0xFF, 0xFE, 0x41, 0x00, 0x3D, 0xD8, 0x42, 0x00, 0x43], chunk: 3)
        #expect(text == "A\u{FFFD}B\u{FFFD}")
        #expect(decoder.invalidByteCount == 2)
    }

    @Test(
        "an archive is refused with a message on what to do",
        arguments: [[0x50, 0x4B, 3, 4, 0, 0], [0x1F, 0x8B, 8, 0]]
    )
    func binary(bytes: [UInt8]) throws {
        let error = #expect(throws: InterchangeError.self) { try decode(bytes, chunk: 4) }
        #expect(error?.code == .encoding)
        #expect(error?.message.contains("save it as CSV") == true)
    }

    @Test("nothing gives nothing")
    func empty() throws {
        let (text, decoder) = try decode([], chunk: 1)
        #expect(text.isEmpty)
        #expect(decoder.encoding == .utf8)
    }
}
