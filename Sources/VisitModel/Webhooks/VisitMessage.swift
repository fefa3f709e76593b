/// A message about a visit: all of it as it is now, and what is new.
public struct VisitMessage: Hashable, Sendable {
    /// The visit as it is now.
    public let visit: Visit
    /// What is new about it.
    public let news: VisitChange
    /// The order among the messages of this visit, from 1: whoever gets a lower one later may ignore it.
    public let sequence: Int
    /// The facility's name.
    public let facilityName: String
    /// How many visits of the member count in the visit's month, this one included where it counts.
    public let monthCount: Int
    /// How many of those were at this facility.
    public let monthCountAtFacility: Int
    /// When Footfall learned of it.
    public let observedAt: Timestamp
    /// The reading that told of it, where one did.
    public let location: GeofenceEvent.Location?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - visit: the visit as it is now.
    ///   - news: what is new about it.
    ///   - sequence: the order among the messages of this visit, from 1.
    ///   - facilityName: the facility's name.
    ///   - monthCount: how many visits of the member count in the month.
    ///   - monthCountAtFacility: how many of those were at this facility.
    ///   - observedAt: when Footfall learned of it.
    ///   - location: the reading that told of it.
    public init(
        visit: Visit,
        news: VisitChange,
        sequence: Int,
        facilityName: String,
        monthCount: Int,
        monthCountAtFacility: Int,
        observedAt: Timestamp,
        location: GeofenceEvent.Location?
    ) {
        self.visit = visit
        self.news = news
        self.sequence = sequence
        self.facilityName = facilityName
        self.monthCount = monthCount
        self.monthCountAtFacility = monthCountAtFacility
        self.observedAt = observedAt
        self.location = location
    }
}

/// What is new about a visit.
public struct VisitChange: Hashable, Sendable {
    /// What kind of thing happened.
    public let type: MessageType
    /// When it happened; `nil` for a correction, which happens when it is found out.
    public let occurredAt: Timestamp?
    /// Of a correction: what was told before, where it is no longer so.
    public let previous: [Fact]

    /// Makes news.
    ///
    /// - Parameters:
    ///   - type: what kind of thing happened.
    ///   - occurredAt: when it happened.
    ///   - previous: of a correction, what was told before.
    public init(_ type: MessageType, at occurredAt: Timestamp?, previous: [Fact] = []) {
        self.type = type
        self.occurredAt = occurredAt
        self.previous = previous
    }

    /// Something that was told and is no longer so, with its value at that time.
    public enum Fact: Hashable, Sendable {
        /// When the member came.
        case enteredAt(Timestamp)
        /// When the dwell threshold was reached.
        case dwelledAt(Timestamp)
        /// When the member left.
        case exitedAt(Timestamp)
        /// How far the visit had come.
        case status(Visit.Status)
        /// How well it was proven.
        case evidence(Visit.Evidence)
        /// Whether it counted, and why not.
        case verdict(Visit.Verdict)
        /// The month it counted in.
        case month(Month)
    }
}
