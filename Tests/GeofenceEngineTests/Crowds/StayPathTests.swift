import SeededRandom
import Testing
import VisitModel

@testable import GeofenceEngine

@Suite("The path of a stay")
struct StayPathTests {
    private static func path(_ seconds: [Double]) -> StayPath {
        seconds.reduce(into: StayPath()) { $0.append(Step($1, east: $1 / 100).fix, accuracyMeters: 12.34) }
    }

    @Test("a path keeps its first and last fix, and drops those that lie closest together")
    func bound() throws {
        let dense = (0..<200).map(Double.init)
        let sparse = (1...20).map { 200 + Double($0) * 600 }
        let path = Self.path(dense + sparse)
        #expect(path.points.count == StayPath.limit)
        #expect(path.points.first?.time == Ground.noon)
        let kept = Set(path.points.map { Ground.noon.seconds(to: $0.time) })
        #expect(kept.isSuperset(of: sparse))
    }

    @Test("joined paths have each fix once, in order, whichever comes first", arguments: UInt64(1)...20)
    func join(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let all = (0..<60).map { Double($0) * 60 }
        let parts = (0..<3).map { _ in Self.path(all.filter { _ in Bool.random(using: &random) }) }
        let joined = StayPath(joining: parts)
        #expect(joined.points.count < StayPath.limit, "seed \(seed)")
        #expect(Set(joined.points) == Set(parts.flatMap(\.points)), "seed \(seed)")
        #expect(zip(joined.points, joined.points.dropFirst()).allSatisfy { $0 < $1 }, "seed \(seed)")
        #expect(StayPath(joining: parts.reversed()) == joined, "seed \(seed)")
    }

    @Test("of joined paths that are too long together the same fixes are kept in any order", arguments: UInt64(1)...20)
    func longJoin(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let parts = (0..<4).map { _ in
            Self.path((0..<60).map { Double($0) * 60 + .random(in: 0...59, using: &random) })
        }
        let joined = StayPath(joining: parts)
        #expect(joined.points.count == StayPath.limit, "seed \(seed)")
        for _ in 0..<5 {
            #expect(StayPath(joining: parts.shuffled(using: &random)) == joined, "seed \(seed)")
        }
    }
}
