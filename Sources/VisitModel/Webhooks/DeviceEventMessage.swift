/// An event of a phone that is of no visit.
public struct DeviceEventMessage: Hashable, Sendable {
    /// Which phone.
    public let device: DeviceID
    /// The member who uses it.
    public let member: MemberID
    /// What happened.
    public let event: Event
    /// The reading that it was learned by, where there was one.
    public let location: GeofenceEvent.Location?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - device: which phone.
    ///   - member: the member who uses it.
    ///   - event: what happened.
    ///   - location: the reading that it was learned by, where there was one.
    public init(device: DeviceID, member: MemberID, event: Event, location: GeofenceEvent.Location? = nil) {
        self.device = device
        self.member = member
        self.event = event
        self.location = location
    }

    /// The events of the Gym Visits document that are of no visit.
    public enum Event: Hashable, Sendable {
        /// Geofences were registered with the operating system.
        case registered([FacilityID])
        /// Geofences were removed; `nil` means all were cleared.
        case unregistered([FacilityID]?)
        /// The phone is alive.
        case heartbeat
        /// The phone's geofencing failed: a short name, such as `too_many_geofences`, and a sentence for a person.
        case error(code: String, message: String)

        /// The type of the message about it.
        public var type: MessageType {
            switch self {
            case .registered: .geofencesRegistered
            case .unregistered: .geofencesUnregistered
            case .heartbeat: .deviceHeartbeat
            case .error: .deviceError
            }
        }

        /// The event as the journal has it.
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
