/// Something that befell a phone's geofences, as its app reports it.
package enum PhoneChange: Hashable, Sendable {
    /// The system watches nothing any more, and why: the platform's code and a sentence.
    case registrationsLost(code: String, message: String)
    /// The system can watch again; what was watched before is registered at once.
    case registrationsRestored
    /// The system has only so many slots, because other code takes some: the platform's code and a sentence.
    case slotsMeasured(Int, code: String, message: String)
    /// The system refused something; nothing else has changed.
    case failed(code: String, message: String)
    /// Nothing is to be watched any more.
    case monitoringStopped
    /// The member's list of places is another one.
    case listChanged
    /// The phone is alive and, as far as it knows, where it was: time passes, and a stay does not fall silent for it.
    case heartbeat
}
