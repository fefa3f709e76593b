public import VisitModel

/// An event with its place in its device's journal, as it is handed over to be stored.
public struct JournalEvent: Hashable, Sendable {
    /// The time of the fix that told of it.
    public let trigger: Timestamp
    /// The order among the events of one trigger.
    public let ordinal: Int
    /// The event's name, the same however often its cause is read.
    public let id: EventID
    /// What happened.
    public let kind: Kind
    /// When it happened in the world.
    public let occurredAt: Timestamp
    /// When Footfall learned of it.
    public let observedAt: Timestamp
    /// The reading that told of it, where there was one.
    public let location: GeofenceEvent.Location?

    /// What happened: the kinds of `GeofenceEvent`.
    ///
    /// Lists of geofences come by key: nine of ten events are such lists, and to look their names up would cost more than
    /// to write them.
    public enum Kind: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityKey])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityKey]?)
        /// The device entered a geofence.
        case entered(FacilityID, visit: VisitID)
        /// The device stayed inside long enough.
        case dwell(FacilityID, visit: VisitID)
        /// The device left a geofence.
        case exited(FacilityID, visit: VisitID)
        /// A periodic reading.
        case heartbeat
        /// The geofencing service failed: a code and a sentence.
        case error(code: String, message: String)
    }

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - trigger: the time of the fix that told of it.
    ///   - ordinal: the order among the events of one trigger.
    ///   - id: its name.
    ///   - kind: what happened.
    ///   - occurredAt: when it happened.
    ///   - observedAt: when Footfall learned of it.
    ///   - location: the reading that told of it.
    public init(
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
    public var name: String {
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
    public var visit: VisitID? {
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
