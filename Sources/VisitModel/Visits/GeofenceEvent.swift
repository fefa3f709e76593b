/// Something that happened between a device and its geofences.
///
/// The seven kinds and their fields are those of the Gym Visits document.
public struct GeofenceEvent: Hashable, Sendable {
    /// The event's name, the same however often its cause is read.
    public let id: EventID
    /// On which device.
    public let device: DeviceID
    /// What happened.
    public let kind: Kind
    /// When it happened in the world.
    public let occurredAt: Timestamp
    /// When Footfall learned of it.
    public let observedAt: Timestamp
    /// The reading that told of it, where there was one.
    public let location: Location?

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - id: its name.
    ///   - device: on which device.
    ///   - kind: what happened.
    ///   - occurredAt: when it happened.
    ///   - observedAt: when Footfall learned of it.
    ///   - location: the reading that told of it.
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

    /// What happened.
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
        /// A periodic reading for diagnostics (Android only).
        case heartbeat
        /// The geofencing service failed: a code such as `too_many_geofences` and a sentence.
        case error(code: String, message: String)
    }

    /// A raw reading, not to be confused with a facility.
    public struct Location: Hashable, Sendable {
        /// Where.
        public let coordinate: Coordinate
        /// 68 % radius in metres, where known.
        public let accuracy: Double?
        /// When the reading was taken.
        public let time: Timestamp

        /// Makes a location.
        ///
        /// - Parameters:
        ///   - coordinate: where.
        ///   - accuracy: 68 % radius in metres, where known.
        ///   - time: when the reading was taken.
        public init(coordinate: Coordinate, accuracy: Double?, time: Timestamp) {
            self.coordinate = coordinate
            self.accuracy = accuracy
            self.time = time
        }

        /// The parts of a fix that an event tells.
        ///
        /// - Parameter fix: the reading.
        public init(_ fix: Fix) {
            self.init(coordinate: fix.coordinate, accuracy: fix.horizontalAccuracy, time: fix.time)
        }
    }
}

extension GeofenceEvent.Kind {
    /// The kind's name in the Gym Visits document: `Registered`, `Unregistered`, `Entered`, `Dwell`, `Exited`,
    /// `Heartbeat` or `Error`.
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

    /// The visit that an Entered, Dwell or Exited belongs to.
    public var visit: VisitID? {
        switch self {
        case .entered(_, let visit), .dwell(_, let visit), .exited(_, let visit): visit
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }

    /// The facility that an Entered, Dwell or Exited is about.
    public var facility: FacilityID? {
        switch self {
        case .entered(let facility, _), .dwell(let facility, _), .exited(let facility, _): facility
        case .registered, .unregistered, .heartbeat, .error: nil
        }
    }
}
