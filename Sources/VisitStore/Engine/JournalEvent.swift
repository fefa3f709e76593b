package import VisitModel

/// An event with its place in its device's journal, in the form in which it is written.
package struct JournalEvent: Hashable, Sendable {
    /// The time of the fix that triggered the event.
    package let trigger: Timestamp
    /// The order among the events of one trigger.
    package let ordinal: Int
    /// The event's id, identical however often the same fixes are processed.
    package let id: EventID
    /// What happened.
    package let kind: Kind
    /// When it happened.
    package let occurredAt: Timestamp
    /// When Footfall detected it.
    package let observedAt: Timestamp
    /// The fix that triggered the event, where there was one.
    package let location: GeofenceEvent.Location?

    /// What happened: the kinds of `GeofenceEvent`.
    ///
    /// Lists of geofences hold keys. Nine of ten events are such lists, and resolving their names would cost more than
    /// writing them.
    package enum Kind: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityKey])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityKey]?)
        /// The device entered a geofence.
        case entered(FacilityID, visit: VisitID)
        /// The device stayed inside for the dwell threshold.
        case dwell(FacilityID, visit: VisitID)
        /// The device left a geofence.
        case exited(FacilityID, visit: VisitID)
        /// A periodic fix.
        case heartbeat
        /// The geofencing service failed, with an error code and a message.
        case error(code: String, message: String)
    }

    /// Creates an entry.
    package init(
        trigger: Timestamp,
        ordinal: Int,
        id: EventID,
        kind: Kind,
        occurredAt: Timestamp,
        observedAt: Timestamp,
        location: GeofenceEvent.Location?
    ) {
        self.trigger = trigger
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

    /// The visit that the event is part of.
    package var visit: VisitID? {
        switch self {
        case .entered(_, let visit), .dwell(_, let visit), .exited(_, let visit): visit
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }

    /// The facility that the event is about.
    var facility: FacilityID? {
        switch self {
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): facility
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }
}
