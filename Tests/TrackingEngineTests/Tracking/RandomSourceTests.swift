import Foundation
import Testing

@testable import TrackingEngine

@Suite("Names of records")
struct TrackingDiceTests {
    @Test("each is a UUID of version 4 and variant 1, and none comes twice")
    func uuids() throws {
        var random = RandomSource(seed: 11)
        var seen = Set<String>()
        for _ in 0..<1_000 {
            let text = random.uuid()
            let uuid = try #require(UUID(uuidString: text))
            #expect(uuid.uuidString.lowercased() == text)
            #expect(uuid.uuid.6 >> 4 == 4 && uuid.uuid.8 >> 6 == 2, "\(text)")
            #expect(seen.insert(text).inserted)
        }
    }

    @Test("two processes that begin with the same numbers at different times go different ways")
    func stirring() {
        var (first, second) = (RandomSource(seed: 1), RandomSource(seed: 1))
        first.stir(1_000)
        second.stir(1_001)
        #expect(Set((0..<50).map { _ in first.uuid() }).isDisjoint(with: (0..<50).map { _ in second.uuid() }))
    }
}
