import Foundation
import Testing
import VisitModel

@testable import RadarEngine

/// The inputs in `Tests/Corpus/MobileSDK` that `scripts/fuzz` found to reach the most code.
@Suite("Radar options and answers from the fuzzer's corpus")
struct RadarCorpusTests {
    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Corpus/MobileSDK/\(target)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("options are refused, or written as a document that reads the same")
    func options() throws {
        for text in try Self.inputs("radar-options").map({ String(decoding: $0, as: UTF8.self) }) {
            for platform in [Platform.ios, .android] {
                guard let read = try? RadarTrackingOptions(json: text, platform: platform) else { continue }
                #expect(try RadarTrackingOptions(json: read.json(), platform: platform).json() == read.json())
            }
        }
    }

    @Test("answers read the same a second time")
    func answers() throws {
        for body in try Self.inputs("radar-answer") {
            var reader = RadarResponseReader(platform: .ios)
            let first = reader.read(code: 200, body: body)
            #expect(reader.read(code: 200, body: body).answer == first.answer)
        }
    }
}
