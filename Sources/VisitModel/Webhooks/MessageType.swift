/// The type of a webhook message.
///
/// The raw value is the `type` of a Standard Webhooks body; its meaning never changes.
public enum MessageType: String, Hashable, Sendable, CaseIterable {
    /// A member entered: the start of a visit that may still be too short.
    case visitEntered = "visit.entered"
    /// The member stayed for the facility's dwell threshold.
    case visitDwelled = "visit.dwelled"
    /// The member left.
    case visitExited = "visit.exited"
    /// Something recorded before changed, or turned out not to have happened.
    case visitCorrected = "visit.corrected"
    /// No fix arrived for so long that the visit was ended at its last proof.
    case visitTimedOut = "visit.timed_out"
    /// An import changed facilities.
    case facilityImported = "facility.imported"
    /// A phone reported that its geofencing failed.
    case deviceError = "device.error"
    /// A phone registered geofences with its system.
    case geofencesRegistered = "geofences.registered"
    /// A phone's geofences were removed.
    case geofencesUnregistered = "geofences.unregistered"
    /// A phone reported that it is running.
    case deviceHeartbeat = "device.heartbeat"
    /// Another endpoint was disabled.
    case endpointDisabled = "endpoint.disabled"
    /// A test of the endpoint.
    case webhookTest = "webhook.test"

    /// Whether the message is about a visit.
    public var isOfVisit: Bool {
        switch self {
        case .visitEntered, .visitDwelled, .visitExited, .visitCorrected, .visitTimedOut: true
        case .facilityImported, .deviceError, .geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat,
            .endpointDisabled, .webhookTest:
            false
        }
    }

    /// The types that an endpoint can subscribe to; a test is sent to the tested endpoint regardless.
    public static let selectable = allCases.filter { $0 != .webhookTest }
}
