/// An event between a device and its geofences.
///
/// The seven kinds and their fields are those of the Gym Visits document.
public struct GeofenceEvent: Hashable, Sendable {
    /// The event's identifier, the same whenever the same input is processed again.
    public let id: EventID
    /// The device.
    public let device: DeviceID
    /// The kind of event.
    public let kind: Kind
    /// When the event happened.
    public let occurredAt: Timestamp
    /// When Footfall detected it.
    public let observedAt: Timestamp
    /// The fix that caused the event, if there was one.
    public let location: Location?

    /// Creates an event.
    public init(
        id: EventID,
        device: DeviceID,
        kind: Kind,
        occurredAt: Timestamp,
        observedAt: Timestamp,
        location: Location?
    ) {
        self.id = id
        self.device = device
        self.kind = kind
        self.occurredAt = occurredAt
        self.observedAt = observedAt
        self.location = location
    }

    /// The kind of event, with its details.
    public enum Kind: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityID])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityID]?)
        /// The device entered a geofence: the start of a potential visit.
        case entered(FacilityID, visit: VisitID)
        /// The device stayed inside long enough to qualify as a visit.
        case dwell(FacilityID, visit: VisitID)
        /// The device left a geofence.
        case exited(FacilityID, visit: VisitID)
        /// A periodic fix for diagnostics (Android only).
        case heartbeat
        /// The geofencing service failed: a code such as `too_many_geofences` and a sentence.
        case error(code: String, message: String)
    }

    /// A raw fix, not the location of a facility.
    public struct Location: Hashable, Sendable {
        /// The position.
        public let coordinate: Coordinate
        /// The 68 % radius in metres, where known.
        public let accuracy: Double?
        /// When the fix was taken.
        public let time: Timestamp

        /// Creates a location.
        public init(coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
            self.coordinate = coordinate
            self.accuracy = accuracy
            self.time = time
        }

        /// Creates a location from the parts of a fix that an event includes.
        public init(_ fix: Fix) {
            self.init(coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, time: fix.time)
        }
    }
}

extension GeofenceEvent.Kind {
    /// The kind's name in the Gym Visits document.
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

    /// The visit of an Entered, Dwell or Exited event.
    public var visit: VisitID? {
        switch self {
        case .entered(_, let visit), .dwell(_, let visit), .exited(_, let visit): visit
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }

    /// The facility of an Entered, Dwell or Exited event.
    public var facility: FacilityID? {
        switch self {
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): facility
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }
}
