package import VisitModel

/// A filter for events; a criterion that is `nil` does not restrict.
package struct EventFilter: Hashable, Sendable {
    /// Only events of this device.
    package var device: DeviceID?
    /// Only events of this member's devices.
    package var member: MemberID?
    /// Only events of visits at this facility.
    package var facility: FacilityID?
    /// Only events of this visit.
    package var visit: VisitID?
    /// Only events of these kinds, by name such as `Entered`; an empty set stands for all.
    package var kinds: Set<String>
    /// Only events that happened at or after this time.
    package var since: Timestamp?
    /// Only events that happened before this time.
    package var until: Timestamp?
    /// Only events after this cursor, in order of occurrence.
    package var after: EventCursor?
    /// The maximum number of events, counted from the earliest.
    package var limit: Int?

    /// Creates a filter; without arguments it matches every event.
    package init(
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
package struct EventCursor: Hashable, Sendable {
    /// When the event happened.
    package let occurredAt: Timestamp
    /// The device.
    package let device: DeviceKey
    /// The time of the fix that triggered the event.
    package let trigger: Timestamp
    /// The order among the events of one trigger.
    package let ordinal: Int

    /// Creates a cursor, for instance from a client's request.
    package init(occurredAt: Timestamp, device: DeviceKey, trigger: Timestamp, ordinal: Int) {
        self.occurredAt = occurredAt
        self.device = device
        self.trigger = trigger
        self.ordinal = ordinal
    }
}

/// A page of events and the cursor of the next page.
package struct EventPage: Hashable, Sendable {
    /// The events, in order of occurrence.
    package let events: [GeofenceEvent]
    /// The filter's `after` for the next page; `nil` on the last page.
    package let next: EventCursor?
}

/// An event that was emitted to listeners as it happened.
package struct EmittedEvent: Hashable, Sendable {
    /// The sequence number of the emission, greater than that of every event emitted before.
    package let number: Int64
    /// The event in its present form; late fixes may have moved it since.
    package let event: GeofenceEvent
}
