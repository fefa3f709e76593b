import Synchronization
import Testing

@testable import MobileSDKCore

@Suite("A subscription")
struct EventSubscriptionTests {
    /// The ways in which a subscription ends.
    enum End: String, CaseIterable, CustomTestStringConvertible {
        case removed, closed, letGo, setLetGo, setEmptied
        var testDescription: String { rawValue }
    }

    private final class Counter: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    @Test("continues while it is retained, and ends once, whichever way", arguments: End.allCases)
    func ends(end: End) {
        let (hub, received, closed) = (EventHub<Int>(), Counter(), Counter())
        let listener = EventHub<Int>.Listener(
            onEvent: { _ in received.add() },
            onError: { _ in },
            onClose: { closed.add() }
        )
        var kept: Set<EventSubscription> = []
        var one: EventSubscription? = EventSubscription(listener, to: hub)
        if end == .setLetGo || end == .setEmptied {
            one?.store(in: &kept)
            one?.store(in: &kept)
            #expect(kept.count == 1)
            one = nil
        }
        hub.emit(1)
        #expect(received.count == 1 && closed.count == 0)
        withExtendedLifetime((one, kept)) {}
        switch end {
        case .removed: one?.remove()
        case .closed: one?.close()
        case .letGo: one = nil
        case .setLetGo: kept = []
        case .setEmptied: kept.removeAll()
        }
        hub.emit(2)
        one?.remove()
        one?.close()
        one = nil
        #expect(received.count == 1 && closed.count == 1 && hub.count == 0)
    }

    @Test("to an object that is gone is closed without error")
    func hubGone() {
        var hub: EventHub<Int>? = EventHub<Int>()
        let received = Counter()
        let listener = EventHub<Int>.Listener(onEvent: { _ in received.add() }, onError: { _ in }, onClose: {})
        let one = hub.map { EventSubscription(listener, to: $0) }
        hub = nil
        one?.remove()
        #expect(received.count == 0)
    }
}
