internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// What the endpoints of the API work with.
struct ServiceParts: Sendable {
    /// Takes fixes; what must not happen beside a member's fixes goes through it.
    let live: LiveIngest
    /// The store, away from the threads that answer.
    let reader: StoreReader
    /// Forgets tokens that are taken away.
    let gatekeeper: Gatekeeper
    /// Webhook endpoints; `nil` where the service does not manage them.
    let webhooks: WebhookOffice?
    /// What an endpoint that is made over the API may reach beyond a public address by https.
    let webhookExceptions: WebhookEndpoint.Exceptions
    /// How long a file may be.
    let fileLimits: BodyLimits
    /// The time of the world.
    let now: @Sendable () -> Timestamp

    /// How long a document may be that is no file.
    let documentLimits = BodyLimits(packed: 1 << 20, unpacked: 4 << 20)

    /// From when on a change of facilities holds: what the query says, or now.
    func effectiveFrom(_ call: ServiceCall) throws -> Timestamp {
        let now = now()
        guard let time = try call.time("effective_from") else { return now }
        guard time <= now, time >= Timestamp(milliseconds: 0) else {
            throw Problem.invalid(
                "`effective_from` is \(time), expected a time from 1970 to now; leave it out for now",
                field: "effective_from"
            )
        }
        return time
    }
}

/// Every endpoint of the API but those of phones and of health.
struct APIEndpoints: Sendable {
    let parts: ServiceParts

    var all: [Endpoint] {
        [
            FacilityEndpoints(parts: parts).all, FacilityImportEndpoints(parts: parts).all,
            MemberEndpoints(parts: parts).all, MemberFacilityEndpoints(parts: parts).all,
            DeviceEndpoints(parts: parts).all, SimulationEndpoints(parts: parts).all,
            EventEndpoints(parts: parts).all, VisitEndpoints(parts: parts).all,
            ReviewEndpoints(parts: parts).all, MemberPrivacyEndpoints(parts: parts).all,
            WebhookEndpointEndpoints(parts: parts).all, DeliveryEndpoints(parts: parts).all,
            QuarantineEndpoints(parts: parts).all, TokenEndpoints(parts: parts).all,
            TrackingOptionsEndpoints(parts: parts).all,
            [OpenAPIDocument.endpoint],
        ].flatMap(\.self)
    }
}
