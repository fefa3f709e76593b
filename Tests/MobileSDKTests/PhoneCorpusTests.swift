import Foundation
import LongTests
import Testing
import TrackingEngine
import VisitModel

@testable import MobileSDK

/// The inputs in `Tests/Corpus/MobileSDK` that `scripts/fuzz` found to reach the most code.
@Suite("Stored states, options and answers from the fuzzer's corpus")
struct PhoneCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus/MobileSDK")

    private static let now = Timestamp(milliseconds: 1_772_475_000_000)
    private static let fresh = BackgroundTracking(
        platform: .android,
        facts: PhoneFacts(at: now, timeZone: .utc),
        seed: 1
    )

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    @Test("a state's readable parts are written as bytes that read the same", .long)
    func states() throws {
        for input in try Self.inputs("phone-state") {
            guard let kept = StoredTracking.state(input, defaults: Self.fresh.kept).value else { continue }
            let written = StoredTracking.bytes(of: kept)
            #expect(StoredTracking.state(written, defaults: Self.fresh.kept).value == kept)
        }
        for input in try Self.inputs("phone-geofences") {
            let geofences = Self.fresh.geofences
            guard let kept = StoredTracking.geofences(input, defaults: geofences, at: Self.now).value else { continue }
            let written = StoredTracking.bytes(of: kept)
            #expect(StoredTracking.geofences(written, defaults: geofences, at: Self.now).value == kept)
        }
    }

    @Test("options are refused, or written as a document that reads the same")
    func options() throws {
        for text in try Self.inputs("config").map({ String(decoding: $0, as: UTF8.self) }) {
            guard let read = try? ConfigPatch.read(json: text) else { continue }
            #expect(TrackingConfig(platform: .ios).applying(read.patch).platform == .ios)
        }
    }

    @Test("answers read the same a second time")
    func answers() throws {
        for body in try Self.inputs("commands") {
            #expect(RemoteCommands.read(body) == RemoteCommands.read(body))
        }
    }
}
