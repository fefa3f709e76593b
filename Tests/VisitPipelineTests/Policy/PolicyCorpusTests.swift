import Foundation
import GeofenceEngine
import Testing
import VisitPipeline
import VisitModel

/// The inputs in `Tests/Corpus/VisitPipeline` that `scripts/fuzz` found to reach the most code.
@Suite("Policies from the fuzzer's corpus")
struct PolicyCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus/VisitPipeline")

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("are refused with a message, or written as a file that reads equal")
    func policies() throws {
        for text in try Self.inputs("policy").map({ String(decoding: $0, as: UTF8.self) }) {
            do {
                let policy = try EvaluationPolicy(yaml: text, file: "corpus.yaml")
                #expect(try EvaluationPolicy(yaml: policy.yaml, file: "corpus.yaml") == policy)
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
