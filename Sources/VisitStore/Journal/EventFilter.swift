package import VisitModel

/// A filter for events; a criterion that is `nil` does not restrict.
package struct EventFilter: Hashable, Sendable {
    package var device: DeviceID?
    package var member: MemberID?
    /// Only events of visits at this facility.
    package var facility: FacilityID?
    package var visit: VisitID?
    /// By name, such as `Entered`; an empty set stands for all.
    package var kinds: Set<String>
    /// Events that happened at or after this time.
    package var since: Timestamp?
    /// Events that happened before this time.
    package var until: Timestamp?
    /// In order of occurrence.
    package var after: EventCursor?
    /// Counted from the earliest event.
    package var limit: Int?

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

/// The position of an event in the total order of events: time, device key, time of the input and ordinal.
package struct EventCursor: Hashable, Sendable {
    package let occurredAt: Timestamp
    package let device: DeviceKey
    /// The time of the input that caused the event.
    package let inputAt: Timestamp
    /// The order among the events of one input.
    package let ordinal: Int

    package init(occurredAt: Timestamp, device: DeviceKey, inputAt: Timestamp, ordinal: Int) {
        self.occurredAt = occurredAt
        self.device = device
        self.inputAt = inputAt
        self.ordinal = ordinal
    }
}

extension EventCursor: Comparable {
    package static func < (lhs: EventCursor, rhs: EventCursor) -> Bool {
        (lhs.occurredAt, lhs.device.rawValue, lhs.inputAt, lhs.ordinal)
            < (rhs.occurredAt, rhs.device.rawValue, rhs.inputAt, rhs.ordinal)
    }
}

package struct EventPage: Hashable, Sendable {
    /// In order of occurrence.
    package let events: [GeofenceEvent]
    /// The filter's `after` for the next page; `nil` on the last page.
    package let next: EventCursor?
}

/// An event that was emitted to listeners as it happened.
package struct EmittedEvent: Hashable, Sendable {
    /// Greater than that of every event emitted before.
    package let number: Int64
    /// The event in its present form; late fixes may have moved it since.
    package let event: GeofenceEvent
    /// The member of its device.
    package let member: MemberID
}
