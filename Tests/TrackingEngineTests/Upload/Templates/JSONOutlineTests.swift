import SeededRandom
import WireJSON
import TrackingTestSupport
import TrackingModel
import Foundation
import Testing
import VisitModel

@testable import TrackingEngine

@Suite("The outline of a JSON text")
struct JSONOutlineTests {
    @Test("it agrees with Foundation about what is JSON, whatever is changed in a text", arguments: UInt64(1)...300)
    func agrees(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var json = JSONBytes()
        json.value(random.value())
        var bytes = json.bytes
        for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert("{}[],:\"\\0 ".utf8.randomElement(using: &random) ?? 0, at: place)
            default: bytes[place] = "{}[],:\"\\1-".utf8.randomElement(using: &random) ?? 0
            }
        }
        // What is no UTF-8 any more, or has half a pair, is not this type's to judge.
        guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\\u") else { return }
        let foundation = try? JSONDecoder().decode(ConfigValue.self, from: Data(bytes))
        let outline = try? JSONOutline(bytes)
        #expect((foundation != nil) == (outline != nil), "seed \(seed): \(text)")
        guard case .object(let object)? = foundation, let outline else { return }
        let keys = Set(outline.members.map { outline.key(of: $0, in: bytes) })
        #expect(keys == Set(object.keys) && outline.kind == .object, "seed \(seed): \(text)")
        for member in outline.members {
            let one = Array("{".utf8) + bytes[member.all] + Array("}".utf8)
            let key = outline.key(of: member, in: bytes)
            let value = try JSONDecoder().decode([String: ConfigValue].self, from: Data(one))
            #expect(value.keys.first == key, "seed \(seed): \(text)")
        }
    }
}
