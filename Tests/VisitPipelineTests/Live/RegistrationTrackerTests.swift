import GeofenceEngine
import SeededRandom
import Testing
import TimelineTestSupport

@testable import VisitPipeline

@Suite("Registrations on a phone, with lost responses")
struct FenceLedgerTests {
    private func keys(_ numbers: Int...) -> Set<FenceKey> { Set(numbers.compactMap { FenceKey(exactly: Int64($0)) }) }

    @Test("The first response names every fence and removes none")
    func first() {
        var ledger = RegistrationTracker()
        let change = ledger.answer(wanted: keys(1, 2), toRepeat: false)
        #expect(Set(change.added) == keys(1, 2))
        #expect(change.removed.isEmpty)
    }

    @Test("A delivered fence is not repeated")
    func differences() {
        var ledger = RegistrationTracker()
        _ = ledger.answer(wanted: keys(1, 2, 3), toRepeat: false)
        let change = ledger.answer(wanted: keys(2, 3, 4), toRepeat: false)
        #expect(Set(change.added) == keys(4))
        #expect(Set(change.removed) == keys(1))
        let none = ledger.answer(wanted: keys(2, 3, 4), toRepeat: false)
        #expect(none.added.isEmpty && none.removed.isEmpty)
    }

    @Test("A repeated request gets the lost response's fences again")
    func lost() {
        var ledger = RegistrationTracker()
        _ = ledger.answer(wanted: keys(1, 2), toRepeat: false)
        _ = ledger.answer(wanted: keys(2, 3), toRepeat: false)
        let again = ledger.answer(wanted: keys(2, 3), toRepeat: true)
        #expect(Set(again.added) == keys(3))
        #expect(Set(again.removed) == keys(1))
    }

    @Test("A fence of a lost response that is no longer wanted is removed, for it may have arrived", arguments: 1...200)
    func phone(seed: Int) {
        // A phone that loses responses at random, and applies the others.
        var generator = SeededGenerator(seed: UInt64(seed))
        var (ledger, phone) = (RegistrationTracker(), Set<FenceKey>())
        var wanted: Set<FenceKey> = []
        var wasLost = false
        for _ in 0..<40 {
            wanted = Set(
                (1...6).filter { _ in Bool.random(using: &generator) }.compactMap { FenceKey(exactly: Int64($0)) }
            )
            let change = ledger.answer(wanted: wanted, toRepeat: wasLost)
            wasLost = Int.random(in: 0..<3, using: &generator) == 0
            // Either the response is lost, or only its acknowledgement.
            if !wasLost || Bool.random(using: &generator) {
                phone.subtract(change.removed)
                phone.formUnion(change.added)
            }
        }
        let change = ledger.answer(wanted: wanted, toRepeat: wasLost)
        phone.subtract(change.removed)
        phone.formUnion(change.added)
        #expect(phone == wanted, "seed \(seed)")
    }
}
