internal import Foundation
internal import MobileSDKCore

/// The failures of calls that the documents show without `try`.
struct FailureReport<Failure: Error>: Sendable {
    private let hub = EventHub<Event>()
    private let call: String

    /// Not the failure itself: a hub emits an error as the failure of its stream.
    private struct Event: Sendable {
        let failure: Failure
    }

    /// Creates a report for one call, by its name.
    init(of call: String) { self.call = call }

    /// Returns a subscription that ends another one with itself.
    func subscribe(
        _ callback: @escaping @Sendable (Failure) -> Void,
        with other: EventSubscription? = nil
    ) -> EventSubscription {
        let listener = EventHub<Event>.Listener(onEvent: { callback($0.failure) }, onClose: { other?.remove() })
        return EventSubscription(listener, to: hub)
    }

    /// Emits a failure; without a listener it is a line on standard error, so that it is never silent.
    func report(_ failure: Failure) {
        guard hub.count == 0 else { return hub.emit(Event(failure: failure)) }
        FileHandle.standardError.write(Data("\(call) failed: \(failure)\n".utf8))
    }

    func removeListeners() { hub.finish() }
}
