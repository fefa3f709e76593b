/// A device event that belongs to no visit.
public struct DeviceEventMessage: Hashable, Sendable {
    /// The phone.
    public let device: DeviceID
    /// The member who uses it.
    public let member: MemberID
    /// The event.
    public let event: Event
    /// The fix that caused the event, if there was one.
    public let location: GeofenceEvent.Location?

    /// Creates a message; `location` is the fix that caused the event, if there was one.
    public init(device: DeviceID, member: MemberID, event: Event, location: GeofenceEvent.Location? = nil) {
        self.device = device
        self.member = member
        self.event = event
        self.location = location
    }

    /// The events of the Gym Visits document that belong to no visit.
    public enum Event: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityID])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityID]?)
        /// The phone reported that it is running.
        case heartbeat
        /// The phone's geofencing failed: a code, such as `too_many_geofences`, and a sentence for a person.
        case error(code: String, message: String)

        /// The type of the event's message.
        public var type: MessageType {
            switch self {
            case .registered: .geofencesRegistered
            case .unregistered: .geofencesUnregistered
            case .heartbeat: .deviceHeartbeat
            case .error: .deviceError
            }
        }

        /// The event's kind in the event log.
        public var kind: GeofenceEvent.Kind {
            switch self {
            case .registered(let ids): .registered(ids)
            case .unregistered(let ids): .unregistered(ids)
            case .heartbeat: .heartbeat
            case .error(let code, let message): .error(code: code, message: message)
            }
        }
    }
}
