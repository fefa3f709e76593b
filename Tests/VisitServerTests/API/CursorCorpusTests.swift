import Foundation
import Testing

@testable import VisitServer

/// The inputs in `Tests/Corpus/VisitServer` that `scripts/fuzz` found to reach the most code.
@Suite("Cursors and tokens that a fuzzer made up")
struct CursorCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus/VisitServer")

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("are refused, or have one text alone")
    func texts() throws {
        for text in try Self.inputs("cursor").map({ String(decoding: $0, as: UTF8.self) }) {
            if let parts = PageCursor.parts(text, of: "visits") { #expect(PageCursor.text("visits", parts) == text) }
        }
        for text in try Self.inputs("token").map({ String(decoding: $0, as: UTF8.self) }) {
            if let token = AccessToken(text: text) { #expect(token.text == text) }
        }
    }
}
