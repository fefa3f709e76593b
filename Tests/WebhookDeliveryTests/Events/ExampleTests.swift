import Foundation
import Testing
import VisitModel

@testable import WebhookDelivery

@Suite("Example messages")
struct ExampleTests {
    /// With `FOOTFALL_RECORD_GOLDEN=1` the examples are rewritten; look at the difference before you commit.
    private static let records = ProcessInfo.processInfo.environment["FOOTFALL_RECORD_GOLDEN"] == "1"

    @Test("an example is the body as sent, formatted over several lines", arguments: try ExampleMessages.all())
    func example(example: ExampleMessages.Example) throws {
        let body = MessageBody(example.message, includesLocation: example.includesLocation)
        let url = ContractFolder.url.appending(path: "examples/\(example.name).json")
        if Self.records {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
            try (encoder.encode(body) + Data("\n".utf8)).write(to: url)
        }
        let shown = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? NSDictionary
        let sent = try JSONSerialization.jsonObject(with: Data(try body.encoded())) as? NSDictionary
        #expect(shown != nil && shown == sent)
    }

    @Test("a body is sent on one line, and the same message as the same bytes")
    func oneLine() throws {
        for example in try ExampleMessages.all() {
            let body = MessageBody(example.message, includesLocation: example.includesLocation)
            let bytes = try body.encoded()
            #expect(bytes.allSatisfy { $0 >= 0x20 }, "\(example)")
            #expect(try body.encoded() == bytes, "\(example)")
        }
    }

    @Test("a position is in a body only where it is requested")
    func locationByChoice() throws {
        let located = try ExampleMessages.all().filter(\.includesLocation)
        #expect(located.count == 4)
        for example in located {
            let text = String(
                decoding: try MessageBody(example.message, includesLocation: true).encoded(),
                as: UTF8.self
            )
            let plain = String(
                decoding: try MessageBody(example.message, includesLocation: false).encoded(),
                as: UTF8.self
            )
            #expect(text.contains("latitude") && !plain.contains("latitude") && !plain.contains("location"))
        }
    }

    @Test("every example file comes from a test")
    func noStrangers() throws {
        let made = Set(try ExampleMessages.all().map(\.name))
        #expect(try ContractFolder.names(ending: ".json", in: "examples") == made)
    }
}
