import GeofenceEngine
import Testing
import VisitModel

@Suite("Visits of a member that share time, or a day")
struct VisitOverlapTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let stays: [SeenStay]
        let visits: [String]
        var doubts: [Visit.Doubts] = []
    }

    private static let rows = [
        Case(
            testDescription: "of two that overlap for most of the shorter the deeper counts",
            stays: [SeenStay(from: 0, to: 60, depth: 20), SeenStay(facility: "pool", from: 10, to: 50, depth: 70)],
            visits: ["gym 0-60 ambiguous", "pool 10-50 counted"],
            doubts: [.overlapping, .overlapping]
        ),
        Case(
            testDescription: "of two that share just half of the shorter the less likely one is shortened",
            stays: [SeenStay(from: 0, to: 60, depth: 20), SeenStay(facility: "pool", from: 40, to: 80, depth: 70)],
            visits: ["gym 0-40 counted", "pool 40-80 counted"],
            doubts: [[], []]
        ),
        Case(
            testDescription: "a minute more is",
            stays: [SeenStay(from: 0, to: 61, depth: 20), SeenStay(facility: "pool", from: 40, to: 80, depth: 70)],
            visits: ["gym 0-61 ambiguous", "pool 40-80 counted"],
            doubts: [.overlapping, .overlapping]
        ),
        Case(
            testDescription: "two phones at two places at once are flagged",
            stays: [
                SeenStay(from: 0, to: 60, depth: 20),
                SeenStay(phone: "b", facility: "pool", from: 10, to: 50, depth: 70),
            ],
            visits: ["gym 0-60 ambiguous", "pool 10-50 counted"],
            doubts: [[.overlapping, .twoPlacesAtOnce], [.overlapping, .twoPlacesAtOnce]]
        ),
        Case(
            testDescription: "also where it is the later one",
            stays: [SeenStay(from: 0, to: 60, depth: 90), SeenStay(facility: "pool", from: 50, to: 80, depth: 70)],
            visits: ["gym 0-60 counted", "pool 60-80 counted"],
            doubts: [[], []]
        ),
        Case(
            testDescription: "unless too little of it is left",
            stays: [SeenStay(from: 0, to: 60, depth: 90), SeenStay(facility: "pool", from: 55, to: 66, depth: 70)],
            visits: ["gym 0-60 counted", "pool 55-66 ambiguous"],
            doubts: [.overlapping, .overlapping]
        ),
        Case(
            testDescription: "a short visit within one that is much longer is a part of it, however deep",
            stays: [SeenStay(from: 0, to: 240, depth: 20), SeenStay(facility: "pool", from: 100, to: 115, depth: 70)],
            visits: ["gym 0-240 counted", "pool 100-115 ambiguous"],
            doubts: [.overlapping, .overlapping]
        ),
        Case(
            testDescription: "an open visit overlaps up to its last proof",
            stays: [
                SeenStay(from: 0, to: nil, lastProof: 30, depth: 20),
                SeenStay(facility: "pool", from: 31, to: 60, depth: 70),
            ],
            visits: ["gym 0- counted", "pool 31-60 counted"],
            doubts: [[], []]
        ),
        Case(
            testDescription: "a visit that does not count takes nothing from another",
            stays: [SeenStay(from: 0, to: 9, depth: 90), SeenStay(facility: "pool", from: 0, to: 50, depth: 10)],
            visits: ["gym 0-9 too_short", "pool 0-50 counted"],
            doubts: [[], []]
        ),
        Case(
            testDescription: "nor does one that lost to a third",
            stays: [
                SeenStay(facility: "a", from: 0, to: 60, depth: 90),
                SeenStay(facility: "b", from: 20, to: 80, depth: 50),
                SeenStay(facility: "c", from: 61, to: 81, depth: 10),
            ],
            visits: ["a 0-60 counted", "b 20-80 ambiguous", "c 61-81 counted"],
            doubts: [.overlapping, .overlapping, []]
        ),
    ]

    @Test(arguments: rows)
    func overlaps(_ row: Case) throws {
        for stays in [row.stays, row.stays.reversed()] {
            let visits = try SeenStay.resolve(stays).map(\.visit)
            #expect(visits.map(\.line) == row.visits)
            #expect(visits.map(\.doubts) == row.doubts)
        }
    }

    @Test(arguments: rows)
    func countsAllWherePolicySaysSo(_ row: Case) throws {
        var policy = EvaluationPolicy.standard
        policy.visits.countsOverlapping = true
        let visits = try SeenStay.resolve(row.stays, policy).map(\.visit)
        #expect(visits.allSatisfy { $0.isCounted || $0.verdict == .tooShort })
        #expect(visits.count { $0.doubts.contains(.overlapping) } >= row.doubts.count { $0.contains(.overlapping) })
    }

    private static let hour = 60.0

    private static let dayRows = [
        Case(
            testDescription: "the first of a day counts",
            stays: [SeenStay(from: 0, to: 30), SeenStay(from: 120, to: 150)],
            visits: ["gym 0-30 counted", "gym 120-150 same_day"]
        ),
        Case(
            testDescription: "at each facility",
            stays: [SeenStay(from: 0, to: 30), SeenStay(facility: "pool", from: 120, to: 150)],
            visits: ["gym 0-30 counted", "pool 120-150 counted"]
        ),
        Case(
            testDescription: "and the first of the next day",
            stays: [SeenStay(from: 0, to: 30), SeenStay(from: 12 * hour, to: 12 * hour + 30)],
            visits: ["gym 0-30 counted", "gym 720-750 counted"]
        ),
        Case(
            testDescription: "of the facility's own day",
            stays: [
                SeenStay(from: 0, to: 30, zone: "America/Chicago"),
                SeenStay(from: 12 * hour, to: 12 * hour + 30, zone: "America/Chicago"),
            ],
            visits: ["gym 0-30 counted", "gym 720-750 same_day"]
        ),
        Case(
            testDescription: "a visit that does not count uses up no day",
            stays: [SeenStay(from: 0, to: 5), SeenStay(from: 120, to: 150)],
            visits: ["gym 0-5 too_short", "gym 120-150 counted"]
        ),
    ]

    @Test(arguments: dayRows)
    func oncePerDay(_ row: Case) throws {
        var policy = EvaluationPolicy.standard
        policy.visits.countsOncePerDay = true
        #expect(try SeenStay.resolve(row.stays, policy).map(\.visit.line) == row.visits)
        let all = try SeenStay.resolve(row.stays).map(\.visit.verdict)
        #expect(!all.contains(.sameDay))
    }
}
