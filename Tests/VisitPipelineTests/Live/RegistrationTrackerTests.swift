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
        var tracker = RegistrationTracker()
        let change = tracker.deliver(keys(1, 2), isRepeat: false)
        #expect(Set(change.added) == keys(1, 2))
        #expect(change.removed.isEmpty)
    }

    @Test("A delivered fence is not repeated")
    func differences() {
        var tracker = RegistrationTracker()
        _ = tracker.deliver(keys(1, 2, 3), isRepeat: false)
        let change = tracker.deliver(keys(2, 3, 4), isRepeat: false)
        #expect(Set(change.added) == keys(4))
        #expect(Set(change.removed) == keys(1))
        let none = tracker.deliver(keys(2, 3, 4), isRepeat: false)
        #expect(none.added.isEmpty && none.removed.isEmpty)
    }

    @Test("A repeated request gets the lost response's fences again")
    func lost() {
        var tracker = RegistrationTracker()
        _ = tracker.deliver(keys(1, 2), isRepeat: false)
        _ = tracker.deliver(keys(2, 3), isRepeat: false)
        let again = tracker.deliver(keys(2, 3), isRepeat: true)
        #expect(Set(again.added) == keys(3))
        #expect(Set(again.removed) == keys(1))
    }

    @Test("A fence of a lost response that is no longer wanted is removed, for it may have arrived", arguments: 1...200)
    func phone(seed: Int) {
        // A phone that loses responses at random, and applies the others.
        var generator = SeededGenerator(seed: UInt64(seed))
        var (tracker, phone) = (RegistrationTracker(), Set<FenceKey>())
        var wanted: Set<FenceKey> = []
        var wasLost = false
        for _ in 0..<40 {
            wanted = Set(
                (1...6).filter { _ in Bool.random(using: &generator) }.compactMap { FenceKey(exactly: Int64($0)) }
            )
            let change = tracker.deliver(wanted, isRepeat: wasLost)
            wasLost = Int.random(in: 0..<3, using: &generator) == 0
            // Either the response is lost, or only its acknowledgement.
            if !wasLost || Bool.random(using: &generator) {
                phone.subtract(change.removed)
                phone.formUnion(change.added)
            }
        }
        let change = tracker.deliver(wanted, isRepeat: wasLost)
        phone.subtract(change.removed)
        phone.formUnion(change.added)
        #expect(phone == wanted, "seed \(seed)")
    }
}
