public import PhoneOS
internal import Synchronization
public import VisitModel

/// A simulated phone that an app runs on.
///
/// The app, or the part of one that watches places, is made over `system` as over a real phone's; whoever runs the
/// simulation moves time on and does to the phone what its owner would. Signals are handed to the app's handler while
/// `run(until:)` goes on, on the caller's thread, at the phone's time: nothing happens by itself.
public final class PhoneSimulator: Sendable {
    /// The operating system, as the app sees it.
    public var system: any PhoneOS { SimulatedSystem(simulator: self) }

    private let phone: Mutex<SimulatedPhone>
    private let handlers = Mutex(Handlers())

    private struct Handlers: Sendable {
        var signal: (@Sendable (PhoneSignal, Timestamp) -> Void)?
        var launch: (@Sendable (LaunchReason) -> Void)?
    }

    /// Puts an app's view on a phone.
    ///
    /// - Parameter phone: the phone as it is at its beginning.
    public init(_ phone: SimulatedPhone) {
        self.phone = Mutex(phone)
    }

    /// Says how the app's process is started.
    ///
    /// When the system starts the app, the handler of the process that ended is forgotten and this is called: it makes the
    /// app anew, which sets a handler of its own. The signal that the app was started for comes right after.
    ///
    /// - Parameter launch: starts the app.
    public func setLaunchHandler(_ launch: @escaping @Sendable (LaunchReason) -> Void) {
        handlers.withLock { $0.launch = launch }
    }

    /// Does something to the phone, as its owner would.
    ///
    /// What comes of it is told by the next `run(until:)`.
    ///
    /// - Parameter body: gets the phone.
    /// - Returns: what `body` returns.
    /// - Throws: what `body` throws.
    @discardableResult
    public func withPhone<Answer: Sendable, Failure: Error>(
        _ body: (inout SimulatedPhone) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        try phone.withLock { (phone) throws(Failure) in try body(&phone) }
    }

    /// Moves time on, telling the app what its system tells it.
    ///
    /// - Parameters:
    ///   - time: until when.
    ///   - watch: sees all that happened, told or not, before the app is told.
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
                // Taken anew for each: the app may have set another meanwhile.
                let handler = handlers.withLock { $0.signal }
                handler?(signal, occurrence.time)
            }
        }
    }

    /// Hands the app's signals to a handler from now on.
    func setSignalHandler(_ handler: (@Sendable (PhoneSignal, Timestamp) -> Void)?) {
        handlers.withLock { $0.signal = handler }
    }

    /// Where the phone really is.
    public var truth: Truth { phone.withLock { $0.truth } }
}
