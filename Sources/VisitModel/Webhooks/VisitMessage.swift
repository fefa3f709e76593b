/// A message about a visit: its current state, and the change.
public struct VisitMessage: Hashable, Sendable {
    /// The current state of the visit.
    public let visit: Visit
    /// The change that the message reports.
    public let change: VisitChange
    /// The sequence number among the messages of this visit, from 1; a lower one that arrives later can be ignored.
    public let sequence: Int
    /// The facility's name.
    public let facilityName: String
    /// The number of the member's counted visits in the visit's month, including this one if it counts.
    public let monthCount: Int
    /// The number of those at this facility.
    public let monthCountAtFacility: Int
    /// When Footfall detected the change.
    public let observedAt: Timestamp
    /// The fix that caused the change, if there was one.
    public let location: GeofenceEvent.Location?

    /// Creates a message about a visit.
    public init(
        visit: Visit,
        change: VisitChange,
        sequence: Int,
        facilityName: String,
        monthCount: Int,
        monthCountAtFacility: Int,
        observedAt: Timestamp,
        location: GeofenceEvent.Location?
    ) {
        self.visit = visit
        self.change = change
        self.sequence = sequence
        self.facilityName = facilityName
        self.monthCount = monthCount
        self.monthCountAtFacility = monthCountAtFacility
        self.observedAt = observedAt
        self.location = location
    }
}

/// A change of a visit.
public struct VisitChange: Hashable, Sendable {
    /// The type of the change.
    public let type: MessageType
    /// When the change happened; `nil` for a correction, which happens when it is detected.
    public let occurredAt: Timestamp?
    /// The former values that a correction replaces; empty for other changes.
    public let previous: [Fact]

    /// Creates a change.
    public init(_ type: MessageType, at occurredAt: Timestamp?, previous: [Fact] = []) {
        self.type = type
        self.occurredAt = occurredAt
        self.previous = previous
    }

    /// A reported value that is no longer correct.
    public enum Fact: Hashable, Sendable {
        /// The time of entry.
        case enteredAt(Timestamp)
        /// When the dwell threshold was reached.
        case dwelledAt(Timestamp)
        /// The time of exit.
        case exitedAt(Timestamp)
        /// The progress of the visit.
        case status(Visit.Status)
        /// How well the stay was proven.
        case evidence(Visit.Evidence)
        /// Whether the visit counted, or the reason why not.
        case verdict(Visit.Verdict)
        /// The month the visit counted in.
        case month(Month)
    }
}
