/// An event with its place in its device's journal, in the form in which it is written.
package struct JournalEvent: Hashable, Sendable {
    /// The time of the input that caused the event.
    package let inputAt: Timestamp
    /// The order among the events of one input.
    package let ordinal: Int
    /// Identical however often the same fixes are processed.
    package let id: EventID
    package let kind: Kind
    package let occurredAt: Timestamp
    /// When Footfall detected it.
    package let observedAt: Timestamp
    package let location: GeofenceEvent.Location?

    /// What happened: the kinds of `GeofenceEvent`.
    ///
    /// Lists of geofences hold keys. Nine of ten events are such lists, and resolving their names would cost more than
    /// writing them.
    package enum Kind: Hashable, Sendable {
        case registered([FacilityKey])
        /// `nil` means that all were cleared.
        case unregistered([FacilityKey]?)
        case entered(FacilityID, visit: VisitID)
        case dwell(FacilityID, visit: VisitID)
        case exited(FacilityID, visit: VisitID)
        /// The phone reported that it is running.
        case heartbeat
        /// The geofencing service failed.
        case error(code: String, message: String)
    }

    package init(
        inputAt: Timestamp,
        ordinal: Int,
        id: EventID,
        kind: Kind,
        occurredAt: Timestamp,
        observedAt: Timestamp,
        location: GeofenceEvent.Location?
    ) {
        self.inputAt = inputAt
        self.ordinal = ordinal
        self.id = id
        self.kind = kind
        self.occurredAt = occurredAt
        self.observedAt = observedAt
        self.location = location
    }
}

extension JournalEvent.Kind {
    /// The event's name in the Gym Visits document.
    package var name: String {
        switch self {
        case .registered: "Registered"
        case .unregistered: "Unregistered"
        case .entered: "Entered"
        case .dwell: "Dwell"
        case .exited: "Exited"
        case .heartbeat: "Heartbeat"
        case .error: "Error"
        }
    }

    package var visit: VisitID? {
        switch self {
        case .entered(_, let visit), .dwell(_, let visit), .exited(_, let visit): visit
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }

    package var facility: FacilityID? {
        switch self {
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): facility
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }
}
