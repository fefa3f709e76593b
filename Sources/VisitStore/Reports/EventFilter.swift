public import VisitModel

/// A filter for events; a criterion that is `nil` does not restrict.
public struct EventFilter: Hashable, Sendable {
    /// Only events of this device.
    public var device: DeviceID?
    /// Only events of this member's devices.
    public var member: MemberID?
    /// Only events of visits at this facility.
    public var facility: FacilityID?
    /// Only events of this visit.
    public var visit: VisitID?
    /// Only events of these kinds, by name such as `Entered`; an empty set stands for all.
    public var kinds: Set<String>
    /// Only events that happened at or after this time.
    public var since: Timestamp?
    /// Only events that happened before this time.
    public var until: Timestamp?
    /// Only events after this cursor, in order of occurrence.
    public var after: EventCursor?
    /// The maximum number of events, counted from the earliest.
    public var limit: Int?

    /// Creates a filter; without arguments it matches every event.
    public init(
        device: DeviceID? = nil,
        member: MemberID? = nil,
        facility: FacilityID? = nil,
        visit: VisitID? = nil,
        kinds: Set<String> = [],
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        after: EventCursor? = nil,
        limit: Int? = nil
    ) {
        self.device = device
        self.member = member
        self.facility = facility
        self.visit = visit
        self.kinds = kinds
        self.since = since
        self.until = until
        self.after = after
        self.limit = limit
    }
}

/// The position of an event in the total order of events: time, device key, trigger and ordinal.
public struct EventCursor: Hashable, Sendable {
    /// When the event happened.
    public let occurredAt: Timestamp
    /// The device.
    public let device: DeviceKey
    /// The time of the fix that triggered the event.
    public let trigger: Timestamp
    /// The order among the events of one trigger.
    public let ordinal: Int

    /// Creates a cursor, for instance from a client's request.
    public init(occurredAt: Timestamp, device: DeviceKey, trigger: Timestamp, ordinal: Int) {
        self.occurredAt = occurredAt
        self.device = device
        self.trigger = trigger
        self.ordinal = ordinal
    }
}

/// A page of events and the cursor of the next page.
public struct EventPage: Hashable, Sendable {
    /// The events, in order of occurrence.
    public let events: [GeofenceEvent]
    /// The filter's `after` for the next page; `nil` on the last page.
    public let next: EventCursor?
}

/// An event that was emitted to listeners as it happened.
public struct EmittedEvent: Hashable, Sendable {
    /// The sequence number of the emission, greater than that of every event emitted before.
    public let number: Int64
    /// The event in its present form; late fixes may have moved it since.
    public let event: GeofenceEvent
}
