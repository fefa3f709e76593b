import Foundation
import GeofenceEngine
import Testing
import VisitModel

@testable import DeviceEngine

/// The inputs in `Tests/Corpus/DeviceState` that `scripts/fuzz` found to reach the most code.
@Suite("Stored device states from the fuzzer's corpus")
struct DeviceStateCorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Corpus/DeviceState")

    private static func inputs(_ target: String) throws -> [[UInt8]] {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder.appending(path: target),
            includingPropertiesForKeys: nil
        )
        try #require(!files.isEmpty)
        return try files.map { try [UInt8](Data(contentsOf: $0)) }
    }

    /// The bytes followed by the checksum that stored states end with.
    private static func checksummed(_ bytes: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        for byte in bytes { writer.write(byte) }
        writer.appendChecksum()
        return writer.bytes
    }

    @Test("a state is refused, or written as bytes that read the same")
    func states() throws {
        let device = try Device(id: DeviceID("d"), member: MemberID("m"), platform: .android)
        func timeline(_ bytes: [UInt8]) -> DeviceTimeline? {
            try? DeviceTimeline(bytes, format: DeviceTimeline.format, device: device, options: SelectionOptions())
        }
        var readCount = 0
        for input in try Self.inputs("state") {
            guard let read = timeline(Self.checksummed(input)) else { continue }
            let written = read.encoded()
            #expect(timeline(written)?.encoded() == written)
            readCount += 1
        }
        #expect(readCount > 0)
        var clockCount = 0
        for input in try Self.inputs("clock") {
            guard let clock = try? ClockEstimate(stored: Self.checksummed(input)) else { continue }
            #expect(try ClockEstimate(stored: clock.encoded()).encoded() == clock.encoded())
            clockCount += 1
        }
        #expect(clockCount > 0)
    }

    @Test("a packed history is refused, or unpacked and packed to as many inputs")
    func inputs() throws {
        var readCount = 0
        for bytes in try Self.inputs("inputs") {
            guard let inputs = try? InputPacking.unpack(bytes) else { continue }
            #expect(try InputPacking.unpack(InputPacking.pack(inputs[...])).count == inputs.count)
            readCount += 1
        }
        #expect(readCount > 0)
    }
}
