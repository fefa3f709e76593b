public import VisitModel

/// Which events to report; what is `nil` does not restrict.
public struct EventFilter: Hashable, Sendable {
    /// Only those of this device.
    public var device: DeviceID?
    /// Only those of this member's devices.
    public var member: MemberID?
    /// Only those about a visit at this facility.
    public var facility: FacilityID?
    /// Only those of this visit.
    public var visit: VisitID?
    /// Only those of these kinds, by name such as `Entered`; none stands for all.
    public var kinds: Set<String>
    /// Only those that happened at or after this time.
    public var since: Timestamp?
    /// Only those that happened before this time.
    public var until: Timestamp?
    /// Only those behind this place in the order they happened.
    public var after: EventCursor?
    /// At most so many, the earliest.
    public var limit: Int?

    /// Makes a filter that passes every event.
    ///
    /// - Parameters:
    ///   - device: only those of this device.
    ///   - member: only those of this member's devices.
    ///   - facility: only those about a visit at this facility.
    ///   - visit: only those of this visit.
    ///   - kinds: only those of these kinds, by name.
    ///   - since: only those that happened at or after this time.
    ///   - until: only those that happened before this time.
    ///   - after: only those behind this place.
    ///   - limit: at most so many, the earliest.
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

/// The place of an event in the order of all events: when it happened, the device's key, the time of the fix that told of
/// it, and its place among those of that fix.
public struct EventCursor: Hashable, Sendable {
    /// When the event happened.
    public let occurredAt: Timestamp
    /// On which device.
    public let device: DeviceKey
    /// The time of the fix that told of it.
    public let trigger: Timestamp
    /// The order among the events of one fix.
    public let ordinal: Int

    /// Makes a place, for instance of what a caller handed back.
    ///
    /// - Parameters:
    ///   - occurredAt: when the event happened.
    ///   - device: on which device.
    ///   - trigger: the time of the fix that told of it.
    ///   - ordinal: the order among the events of one fix.
    public init(occurredAt: Timestamp, device: DeviceKey, trigger: Timestamp, ordinal: Int) {
        self.occurredAt = occurredAt
        self.device = device
        self.trigger = trigger
        self.ordinal = ordinal
    }
}

/// Some of the events that pass a filter, and where the next ones are.
public struct EventPage: Hashable, Sendable {
    /// The events, in the order they happened.
    public let events: [GeofenceEvent]
    /// The filter's `after` for the next page; `nil` when this is the last one.
    public let next: EventCursor?
}

/// An event that was told to listeners as it happened.
public struct EmittedEvent: Hashable, Sendable {
    /// The number under which it was told: more than that of every event told before.
    public let number: Int64
    /// The event, as it is now: late input may have moved it since.
    public let event: GeofenceEvent
}
