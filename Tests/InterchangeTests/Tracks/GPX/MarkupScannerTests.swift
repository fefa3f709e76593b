import Testing

@testable import Interchange

@Suite("Cutting XML into tags and text")
struct MarkupScannerTests {
    /// Reads a document that comes in pieces: its text, and how many bytes were searched for the end of a literal.
    private static func scanned(_ document: String, pieceLength: Int) -> (text: String, searchedCount: Int) {
        var scanner = MarkupScanner()
        var (buffer, rest) = ([UInt8](), Array(document.utf8)[...])
        var text: [UInt8] = []
        repeat {
            buffer += rest.prefix(pieceLength)
            rest = rest.dropFirst(pieceLength)
            var consumed = 0
            buffer.withUnsafeBufferPointer { bytes in
                while let token = scanner.next(in: bytes, isLast: rest.isEmpty) {
                    if case .text(let piece) = token { text += piece }
                }
                consumed = scanner.position
                scanner.rebase(bytes)
            }
            buffer.removeFirst(consumed)
        } while !rest.isEmpty
        return (String(decoding: text, as: UTF8.self), scanner.literalSearchCount)
    }

    @Test(
        "Literals that never end are searched once, however many and however long",
        arguments: [1_000, 10_000, 40_000],
        [4_096, 1 << 16, 1 << 20]
    )
    func unclosedLiterals(count: Int, pieceLength: Int) {
        let document = String(repeating: "<![CDATA[", count: count)
        #expect(Self.scanned(document, pieceLength: pieceLength).searchedCount <= document.utf8.count)
    }

    @Test("A literal is the same text, however its bytes come in", arguments: 1...30)
    func literalInPieces(pieceLength: Int) {
        let document = "<a><![CDATA[x]] ]> y]]><b/><![CDATA[]]]]></a>"
        #expect(Self.scanned(document, pieceLength: pieceLength).text == "x]] ]> y]]")
    }
}
