/// What other systems can be told of.
///
/// The raw value is the `type` of a Standard Webhooks body; it never changes its meaning.
public enum MessageType: String, Hashable, Sendable, CaseIterable {
    /// A member came: the start of a visit that may yet be too short.
    case visitEntered = "visit.entered"
    /// The member stayed for the facility's dwell threshold.
    case visitDwelled = "visit.dwelled"
    /// The member left.
    case visitExited = "visit.exited"
    /// Something that had been told before changed, or turned out never to have been.
    case visitCorrected = "visit.corrected"
    /// Nothing was heard of the phone for so long that the visit was ended at its last proof.
    case visitTimedOut = "visit.timed_out"
    /// Facilities were imported, and something changed by it.
    case facilityImported = "facility.imported"
    /// A phone reported that its geofencing does not work.
    case deviceError = "device.error"
    /// A phone registered geofences with its system.
    case geofencesRegistered = "geofences.registered"
    /// A phone's geofences were removed.
    case geofencesUnregistered = "geofences.unregistered"
    /// A phone reported that it is alive.
    case deviceHeartbeat = "device.heartbeat"
    /// Another endpoint is no longer sent anything.
    case endpointDisabled = "endpoint.disabled"
    /// Somebody tries the endpoint out.
    case webhookTest = "webhook.test"

    /// Whether it tells of a visit.
    public var isOfVisit: Bool {
        switch self {
        case .visitEntered, .visitDwelled, .visitExited, .visitCorrected, .visitTimedOut: true
        case .facilityImported, .deviceError, .geofencesRegistered, .geofencesUnregistered, .deviceHeartbeat,
            .endpointDisabled, .webhookTest:
            false
        }
    }

    /// Those that an endpoint can ask for; a test goes to the endpoint that is tested, whatever it asks for.
    public static let selectable = allCases.filter { $0 != .webhookTest }
}
