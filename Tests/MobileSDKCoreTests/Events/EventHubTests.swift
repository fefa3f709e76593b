import Dispatch
import Synchronization
import Testing
import VisitModel

@testable import MobileSDKCore

@Suite("Delivering events to listeners")
struct EventHubTests {
    /// The events that listeners received, in order.
    private final class Heard: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ what: String) { list.withLock { $0.append(what) } }
    }

    /// A slot for a subscription that a listener closes.
    private final class Closable: Sendable {
        private let subscription = Mutex<EventSubscription?>(nil)
        func set(_ subscription: EventSubscription?) { self.subscription.withLock { $0 = subscription } }
        func close() { subscription.withLock { $0 }?.close() }
    }

    private struct Failure: Error {}

    private func event() throws -> GeofenceEvent {
        let time = Timestamp(milliseconds: 0)
        return GeofenceEvent(
            id: try EventID("e1"),
            device: try DeviceID("phone"),
            kind: .heartbeat,
            occurredAt: time,
            observedAt: time,
            location: nil
        )
    }

    private func subscribe(
        _ name: String,
        to hub: EventHub<GeofenceEvent>,
        _ received: Heard,
        then act: @escaping @Sendable () -> Void = {}
    ) -> EventSubscription {
        let listener = EventHub<GeofenceEvent>.Listener(
            onEvent: { _ in
                received.add("\(name) event")
                act()
            },
            onError: { _ in
                received.add("\(name) error")
                act()
            },
            onClose: { received.add("\(name) closed") }
        )
        return EventSubscription(listener, to: hub)
    }

    @Test("every listener receives every event, in the order of subscription")
    func order() throws {
        let (hub, received) = (EventHub<GeofenceEvent>(), Heard())
        let subscriptions = ["a", "b", "c"].map { subscribe($0, to: hub, received) }
        hub.emit(try event())
        hub.emit(Failure())
        #expect(received.all == ["a event", "b event", "c event", "a error", "b error", "c error"])
        withExtendedLifetime(subscriptions) {}
    }

    @Test("one that another closes receives nothing more, not even the current event", arguments: [false, true])
    func closedByAnother(isError: Bool) throws {
        let (hub, received, second) = (EventHub<GeofenceEvent>(), Heard(), Closable())
        let first = subscribe("a", to: hub, received) { second.close() }
        second.set(subscribe("b", to: hub, received))
        for _ in 0..<2 { if isError { hub.emit(Failure()) } else { hub.emit(try event()) } }
        let word = isError ? "error" : "event"
        #expect(received.all == ["a \(word)", "b closed", "a \(word)"])
        first.close()
    }

    @Test("one that another releases receives nothing more either")
    func letGoByAnother() throws {
        let (hub, received, second) = (EventHub<GeofenceEvent>(), Heard(), Closable())
        let first = subscribe("a", to: hub, received) { second.set(nil) }
        second.set(subscribe("b", to: hub, received))
        hub.emit(try event())
        #expect(received.all == ["a event", "b closed"])
        first.close()
    }

    @Test("one may close itself during its callback, also twice")
    func closesItself() throws {
        let (hub, received, itself) = (EventHub<GeofenceEvent>(), Heard(), Closable())
        itself.set(
            subscribe("a", to: hub, received) {
                itself.close()
                itself.close()
            }
        )
        let other = subscribe("b", to: hub, received)
        for _ in 0..<2 { hub.emit(try event()) }
        #expect(received.all == ["a event", "a closed", "b event", "b event"])
        other.close()
        itself.set(nil)
    }

    @Test("another thread may close during an event, and no later event is delivered")
    func closedByAnotherThread() throws {
        let (hub, received, second) = (EventHub<GeofenceEvent>(), Heard(), Closable())
        let first = subscribe("a", to: hub, received) {
            let isClosed = DispatchSemaphore(value: 0)
            DispatchQueue.global().async {
                second.close()
                isClosed.signal()
            }
            isClosed.wait()
        }
        second.set(subscribe("b", to: hub, received))
        hub.emit(try event())
        #expect(received.all == ["a event", "b closed"])
        first.close()
    }

    @Test("one that is added during an event receives the next")
    func addedMeanwhile() throws {
        let (hub, received, second) = (EventHub<GeofenceEvent>(), Heard(), Closable())
        let first = EventSubscription(
            EventHub<GeofenceEvent>.Listener(
                onEvent: { _ in second.set(subscribe("b", to: hub, received)) },
                onError: { _ in },
                onClose: {}
            ),
            to: hub
        )
        hub.emit(try event())
        #expect(received.all.isEmpty)
        first.close()
        hub.emit(try event())
        #expect(received.all == ["b event"])
    }
}
