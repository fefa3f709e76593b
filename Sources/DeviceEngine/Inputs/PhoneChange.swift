/// A change to a phone's geofences, as its app reports it.
public enum PhoneChange: Hashable, Sendable {
    /// The system monitors nothing any more; with the platform's error code and a message.
    case registrationsLost(code: String, message: String)
    /// The system can monitor again; the geofences registered before are restored immediately.
    case registrationsRestored
    /// The system offers only this many slots, because other code uses some; with the platform's error code and a
    /// message.
    case slotsMeasured(Int, code: String, message: String)
    /// The system refused a request; nothing else has changed.
    case failed(code: String, message: String)
    /// Monitoring was stopped on request.
    case monitoringStopped
    /// The member's list of facilities has changed.
    case listChanged
    /// The phone is alive and, as far as it knows, has not moved: the clock advances, and a stay does not time out.
    case heartbeat
}
