import GeofenceEngine
import Testing
import VisitModel

@Suite("How the stays of a member's phones become visits")
struct VisitResolverTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let stays: [SeenStay]
        let visits: [String]
    }

    private static let joinRows = [
        Case(
            testDescription: "one stay is one visit",
            stays: [SeenStay(from: 0, to: 30)],
            visits: ["gym 0-30 counted"]
        ),
        Case(
            testDescription: "two phones at one stay make one visit, the union",
            stays: [SeenStay(phone: "b", from: 10, to: 50), SeenStay(from: 0, to: 30)],
            visits: ["gym 0-50 counted"]
        ),
        Case(
            testDescription: "a stay within the other phone's adds nothing",
            stays: [SeenStay(from: 0, to: 60), SeenStay(phone: "b", from: 10, to: 20)],
            visits: ["gym 0-60 counted"]
        ),
        Case(
            testDescription: "one phone's gap is bridged by the other",
            stays: [SeenStay(from: 0, to: 20), SeenStay(phone: "b", from: 10, to: 50), SeenStay(from: 40, to: 70)],
            visits: ["gym 0-70 counted"]
        ),
        Case(
            testDescription: "stays that touch are one",
            stays: [SeenStay(from: 0, to: 20), SeenStay(phone: "b", from: 20, to: 50)],
            visits: ["gym 0-50 counted"]
        ),
        Case(
            testDescription: "stays that do not are two",
            stays: [SeenStay(from: 0, to: 20), SeenStay(phone: "b", from: 21, to: 50)],
            visits: ["gym 0-20 counted", "gym 21-50 counted"]
        ),
        Case(
            testDescription: "two stays of one phone are two visits",
            stays: [SeenStay(from: 0, to: 20), SeenStay(from: 20, to: 50)],
            visits: ["gym 0-20 counted", "gym 20-50 counted"]
        ),
        Case(
            testDescription: "a visit goes on while one phone is seen there",
            stays: [SeenStay(from: 0, to: nil, lastProof: 55), SeenStay(phone: "b", from: 10, to: 50)],
            visits: ["gym 0- counted"]
        ),
        Case(
            testDescription: "it ends with the phone that leaves after the other has fallen silent",
            stays: [SeenStay(from: 0, to: nil, lastProof: 25), SeenStay(phone: "b", from: 10, to: 50)],
            visits: ["gym 0-50 counted"]
        ),
        Case(
            testDescription: "a phone that takes over from one that fell silent inside continues the visit",
            stays: [SeenStay(from: 0, to: nil, lastProof: 25), SeenStay(phone: "b", from: 33, to: 60)],
            visits: ["gym 0-60 counted"]
        ),
        Case(
            testDescription: "also from one whose stay has timed out",
            stays: [SeenStay(from: 0, to: 25, status: .timedOut), SeenStay(phone: "b", from: 33, to: 60)],
            visits: ["gym 0-60 counted"]
        ),
        Case(
            testDescription: "not after more than half an hour",
            stays: [SeenStay(from: 0, to: 25, status: .timedOut), SeenStay(phone: "b", from: 56, to: 80)],
            visits: ["gym 0-25 counted", "gym 56-80 counted"]
        ),
        Case(
            testDescription: "two short stays that overlap can reach the threshold together",
            stays: [SeenStay(from: 0, to: 7), SeenStay(phone: "b", from: 5, to: 12)],
            visits: ["gym 0-12 counted"]
        ),
        Case(
            testDescription: "a stay under the threshold does not count",
            stays: [SeenStay(from: 0, to: 9)],
            visits: ["gym 0-9 too_short"]
        ),
    ]

    @Test(arguments: joinRows)
    func joins(_ row: Case) throws {
        #expect(try SeenStay.resolve(row.stays).map(\.visit.line) == row.visits)
        #expect(try SeenStay.resolve(row.stays.reversed()).map(\.visit.line) == row.visits)
    }

    @Test("a joined visit has the opener's device and name, the sum of the fixes and the deepest of them")
    func joined() throws {
        let (first, second) = (
            SeenStay(from: 0, to: 30, depth: 20, fixes: 7),
            SeenStay(phone: "b", from: 10, to: 50, status: .timedOut, depth: 60, doubts: .mockLocation, fixes: 5)
        )
        let resolution = try #require(try SeenStay.resolve([second, first]).first)
        let visit = resolution.visit
        #expect(visit.device?.text == "a")
        #expect(visit.id.text == first.own)
        #expect(resolution.stays.map(\.text) == [first.own, second.own])
        #expect(visit.fixesInside == 12)
        #expect(visit.depthMeters == 60)
        #expect(visit.status == .timedOut)
        #expect(visit.lastProofAt == SeenStay.time(50))
        #expect(visit.dwelledAt == SeenStay.time(10))
        #expect(visit.doubts == .mockLocation)
        #expect(visit.policyVersion == EvaluationPolicy.standard.version)
    }

    @Test("a visit keeps its published name, also when an earlier stay joins it")
    func knownName() throws {
        let later = SeenStay(phone: "b", from: 10, to: 50, known: "emitted")
        #expect(try SeenStay.resolve([SeenStay(from: 0, to: 30), later]).map(\.visit.id.text) == ["emitted"])
        let both = [SeenStay(from: 0, to: 30, known: "first"), later]
        #expect(try SeenStay.resolve(both).map(\.visit.id.text) == ["first"])
    }

    @Test("a visit that is split gives its name to one part only: the one that opened it")
    func knownNameOfParts() throws {
        let opener = SeenStay(from: 20, to: 40)
        let parts = [
            SeenStay(phone: "b", from: 0, to: 15, known: opener.own),
            SeenStay(from: 20, to: 40, known: opener.own),
            SeenStay(phone: "c", from: 45, to: 60, known: opener.own),
        ]
        #expect(try SeenStay.resolve(parts).map(\.visit.id.text) == [parts[0].own, opener.own, parts[2].own])
        let late = [
            SeenStay(phone: "b", from: 0, to: 15, known: "emitted"),
            SeenStay(phone: "c", from: 20, to: 40, known: "emitted"),
        ]
        #expect(try SeenStay.resolve(late).map(\.visit.id.text) == ["emitted", late[1].own])
    }

    private static let weakInferred = SeenStay(from: 0, to: 30, evidence: .inferred)
    private static let mock = SeenStay(from: 0, to: 30, doubts: .mockLocation)

    @Test("a stay that a policy does not count is kept, with the reason")
    func verdicts() throws {
        var strict = EvaluationPolicy.standard
        strict.visits.countsInferred = false
        #expect(try SeenStay.resolve([Self.weakInferred]).map(\.visit.verdict) == [.counted])
        #expect(try SeenStay.resolve([Self.weakInferred], strict).map(\.visit.verdict) == [.weakEvidence])
        #expect(try SeenStay.resolve([Self.mock]).map(\.visit.verdict) == [.doubtful])
        var lenient = EvaluationPolicy.standard
        lenient.visits.countsMock = true
        #expect(try SeenStay.resolve([Self.mock], lenient).map(\.visit.verdict) == [.counted])
        let proven = SeenStay(phone: "b", from: 5, to: 25)
        #expect(try SeenStay.resolve([Self.weakInferred, proven], strict).map(\.visit.evidence) == [.confirmed])
    }

    @Test("a visit that reaches its threshold only with two phones together is inferred")
    func unionIsInferred() throws {
        let stays = [SeenStay(from: 0, to: 7), SeenStay(phone: "b", from: 5, to: 12)]
        let visit = try #require(try SeenStay.resolve(stays).first?.visit)
        #expect(visit.dwelledAt == SeenStay.time(10))
        #expect(visit.evidence == .inferred)
    }
}
