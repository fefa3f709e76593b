import Testing

@testable import VisitServer

@Suite("When an interrupted erasure is finished")
struct PendingErasureTests {
    @Test(
        "at the start at once, later when it is found twice",
        arguments: [
            ([true], [true]), ([false, true], [false, false]), ([false, true, true], [false, false, true]),
            ([false, true, false, true], [false, false, false, false]), ([false, false], [false, false]),
        ]
    )
    func due(pending: [Bool], expected: [Bool]) {
        var erasure = PendingErasure()
        #expect(pending.map { erasure.isDue(isPending: $0) } == expected)
    }

    @Test("after a failure not for an hour of checks")
    func failure() {
        var erasure = PendingErasure()
        #expect(erasure.isDue(isPending: true))
        erasure.hasFailed()
        #expect((0..<60).allSatisfy { _ in !erasure.isDue(isPending: true) })
        #expect(erasure.isDue(isPending: true))
    }
}
