public import PhoneOS
public import VisitModel

/// The events on a simulated phone at one moment.
public struct PhoneOccurrence: Hashable, Sendable {
    /// The time of the events.
    public let time: Timestamp
    /// The signals to the app, in order.
    public let signals: [PhoneSignal]
    /// The system's actions, whether or not the app was notified.
    public let notes: [SystemNote]

    /// Creates an occurrence.
    public init(time: Timestamp, signals: [PhoneSignal], notes: [SystemNote]) {
        self.time = time
        self.signals = signals
        self.notes = notes
    }
}
