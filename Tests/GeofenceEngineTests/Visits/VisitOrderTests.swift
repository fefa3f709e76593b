import GeofenceEngine
import SeededRandom
import Testing
import VisitModel

@Suite("Visits do not depend on the order of stays")
struct VisitOrderTests {
    private struct Member {
        var generator: SeededGenerator

        /// Stays of three phones at three facilities, each phone at a facility at most once at a time.
        mutating func stays() -> [SeenStay] {
            var stays: [SeenStay] = []
            for phone in ["a", "b", "c"] {
                for facility in ["gym", "pool", "yoga"] {
                    var minute = Double.random(in: 0...200, using: &generator).rounded()
                    for _ in 0..<Int.random(in: 0...4, using: &generator) {
                        let length = Double.random(in: 1...120, using: &generator).rounded()
                        stays.append(
                            SeenStay(
                                phone: phone,
                                facility: facility,
                                from: minute,
                                to: minute + length,
                                status: Bool.random(using: &generator) ? .closed : .timedOut,
                                depth: Double(Int.random(in: 0...3, using: &generator)) * 20,
                                doubts: Int.random(in: 0...9, using: &generator) == 0 ? .mockLocation : []
                            )
                        )
                        minute += length + Double.random(in: 0...90, using: &generator).rounded()
                    }
                }
            }
            return stays
        }
    }

    @Test("any order gives the same visits", arguments: UInt64(1)...40)
    func shuffles(seed: UInt64) throws {
        var member = Member(generator: SeededGenerator(seed: seed))
        let stays = member.stays()
        for once in [false, true] {
            var policy = EvaluationPolicy.standard
            policy.visits.countsOncePerDay = once
            let expected = try SeenStay.resolve(stays, policy)
            for _ in 0..<5 {
                let shuffled = stays.shuffled(using: &member.generator)
                #expect(try SeenStay.resolve(shuffled, policy) == expected, "seed \(seed)")
            }
            try Self.check(expected, of: stays, seed)
        }
    }

    /// What holds for every outcome: each stay is part of one visit, no two visits share a name or a facility's time, and
    /// nothing is taken back: that a visit is withdrawn or declined is not known here.
    private static func check(_ found: [VisitResolver.Resolution], of stays: [SeenStay], _ seed: UInt64) throws {
        #expect(found.flatMap(\.stays).map(\.text).sorted() == stays.map(\.own).sorted(), "seed \(seed)")
        let visits = found.map(\.visit)
        #expect(Set(visits.map(\.id)).count == visits.count, "seed \(seed): two visits of one name")
        #expect(visits.allSatisfy { $0.status != .withdrawn && $0.status != .declined && $0.verdict != .takenBack })
        for parts in Dictionary(grouping: visits, by: \.facility).values {
            for (earlier, later) in zip(parts, parts.dropFirst()) {
                #expect(try #require(earlier.exitedAt) <= later.enteredAt, "seed \(seed)")
            }
        }
        for visit in visits {
            let end = try #require(visit.exitedAt)
            #expect(visit.dwelledAt.map { visit.enteredAt <= $0 && $0 <= end } ?? true, "seed \(seed)")
        }
    }

    @Test("whatever late input moves, no two visits get one name", arguments: UInt64(1)...40)
    func namesStayApart(seed: UInt64) throws {
        var member = Member(generator: SeededGenerator(seed: seed))
        var stays = member.stays()
        for _ in 0..<4 {
            var names: [String: String] = [:]
            for resolution in try SeenStay.resolve(stays) {
                for stay in resolution.stays { names[stay.text] = resolution.visit.id.text }
            }
            for index in stays.indices {
                stays[index].known = names[stays[index].own]
                // The end moves back: what was joined may fall apart.
                guard Bool.random(using: &member.generator), let to = stays[index].to else { continue }
                stays[index].to = max(stays[index].from, to - Double.random(in: 0...60, using: &member.generator))
            }
            let visits = try SeenStay.resolve(stays.shuffled(using: &member.generator))
            try Self.check(visits, of: stays, seed)
        }
    }
}
