public import PhoneOS
internal import Synchronization
public import VisitModel

/// A simulated phone that an app runs on.
///
/// The app, or its phone-side part, is created over `system` as over a real phone's. The driver of the simulation
/// advances the clock and acts as the phone's owner. Signals are delivered to the app's handler during `run(until:)`,
/// on the caller's thread, at the phone's time; nothing happens outside of calls.
public final class PhoneSimulator: Sendable {
    /// The operating system, as the app sees it.
    public var system: any PhoneOS { SimulatedSystem(simulator: self) }

    private let phone: Mutex<SimulatedPhone>
    private let handlers = Mutex(Handlers())

    private struct Handlers: Sendable {
        var signal: (@Sendable (PhoneSignal, Timestamp) -> Void)?
        var launch: (@Sendable (LaunchReason) -> Void)?
    }

    /// Creates a simulator of a phone.
    public init(_ phone: SimulatedPhone) { self.phone = Mutex(phone) }

    /// Sets the handler that launches the app's process.
    ///
    /// When the system launches the app, the signal handler of the ended process is removed and this handler is called.
    /// It recreates the app, which sets its own signal handler. The signal that caused the launch follows.
    public func setLaunchHandler(_ launch: @escaping @Sendable (LaunchReason) -> Void) {
        handlers.withLock { $0.launch = launch }
    }

    /// Acts on the phone, as its owner would.
    ///
    /// The next `run(until:)` delivers the resulting signals.
    @discardableResult
    public func withPhone<Answer: Sendable, Failure: Error>(
        _ body: (inout SimulatedPhone) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try phone.withLock { (phone) throws(Failure) in try body(&phone) }
    }

    /// Advances the clock and delivers the phone's signals to the app.
    ///
    /// `watch` receives all occurrences, signalled or not, before the app receives their signals.
    public func run(until time: Timestamp, watch: (PhoneOccurrence) -> Void = { _ in }) {
        while let occurrence = phone.withLock({ $0.next(by: time) }) {
            watch(occurrence)
            for signal in occurrence.signals {
                if case .launched(let reason) = signal {
                    let launch = handlers.withLock { handlers in
                        handlers.signal = nil
                        return handlers.launch
                    }
                    launch?(reason)
                }
                // Read again for each signal, since the app may have set another handler.
                let handler = handlers.withLock { $0.signal }
                handler?(signal, occurrence.time)
            }
        }
    }

    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?) {
        handlers.withLock { $0.signal = handler }
    }

    /// The true position and motion of the phone.
    public var truth: Truth { phone.withLock { $0.truth } }
}
