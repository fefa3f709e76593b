import Foundation
import SimulationLab
import Testing
import VisitModel

/// The inputs in `Tests/Corpus/SimulationLab` that `scripts/fuzz` found to reach the most code.
@Suite("Scenarios, labs and expectations from the fuzzer's corpus")
struct ScenarioCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus/SimulationLab")

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("are read, or refused with a line for each error")
    func files() throws {
        func message(_ body: () throws -> Void) -> String? {
            do { try body() } catch let error as SimulationLabError { return error.message } catch { return "\(error)" }
            return nil
        }
        for target in ["scenario", "lab", "expectation"] {
            for text in try Self.inputs(target).map({ String(decoding: $0, as: UTF8.self) }) {
                let refusal = message {
                    switch target {
                    case "scenario": _ = try Scenario(yaml: text, file: "/nonexistent/corpus")
                    case "lab": _ = try LabFile(yaml: text, file: "/nonexistent/corpus")
                    default: _ = try Expectation(text, file: "/nonexistent/corpus")
                    }
                }
                guard let refusal else { continue }
                #expect(refusal.split(separator: "\n").allSatisfy { $0.contains("corpus:") })
            }
        }
    }
}
