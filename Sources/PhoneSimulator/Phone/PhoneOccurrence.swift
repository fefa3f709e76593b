public import PhoneOS
public import VisitModel

/// What happened on a simulated phone at one moment.
public struct PhoneOccurrence: Hashable, Sendable {
    /// When.
    public let time: Timestamp
    /// What the system tells the app, in order.
    public let signals: [PhoneSignal]
    /// What the system did, told or not.
    public let notes: [SystemNote]

    /// Makes an occurrence.
    ///
    /// - Parameters:
    ///   - time: when.
    ///   - signals: what the app is told.
    ///   - notes: what the system did.
    public init(time: Timestamp, signals: [PhoneSignal], notes: [SystemNote]) {
        self.time = time
        self.signals = signals
        self.notes = notes
    }
}
