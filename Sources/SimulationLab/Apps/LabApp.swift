internal import PhoneOS
internal import VisitModel

/// An app on a simulated phone that watches places, in one process of its own.
///
/// The phone gives it its signals through `PhoneOS`; what it tells goes to the `LabAppOutlet` that it was made with. When
/// its process ends, another is made over the same phone and the same memory, and `resume()` is called.
protocol LabApp: Sendable {
    /// Begins to watch, as when the member has just allowed it.
    func startMonitoring() throws
    /// Stops watching.
    func stopMonitoring() throws
    /// Goes on in a new process.
    func resume()
    /// Lets time pass: what a timer in the process would do.
    func pass(to time: Timestamp)
    /// Whether it watches, or means to.
    var isMonitoring: Bool { get }
    /// Writes down what it would have written at once on a phone; nothing is lost when its process then ends.
    func settle() throws
    /// What it found so far, by entry.
    func visits() throws -> [FoundVisit]
}

/// Where an app's events and failures go.
struct LabAppOutlet: Sendable {
    let tell: @Sendable (GeofenceEvent) -> Void
    let fail: @Sendable (any Error) -> Void
}
