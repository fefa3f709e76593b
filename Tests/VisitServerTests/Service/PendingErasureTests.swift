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
        let isDue = pending.map { erasure.isDue(isPending: $0) }
        #expect(isDue == expected)
    }

    @Test("after a failure not for an hour of checks")
    func failure() {
        var erasure = PendingErasure()
        let first = erasure.isDue(isPending: true)
        erasure.hasFailed()
        let next = (0..<61).map { _ in erasure.isDue(isPending: true) }
        #expect(first)
        #expect(next == Array(repeating: false, count: 60) + [true])
    }
}
