internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The services that the endpoints of the API share.
struct ServiceParts: Sendable {
    /// The intake of fixes, which also provides exclusive access to a member.
    let live: LiveIngest
    /// The store, accessed on a separate queue.
    let reader: StoreReader
    /// The authentication of tokens, which removes deleted ones from its cache.
    let gatekeeper: Gatekeeper
    /// The administration of webhook endpoints; `nil` where the service does not provide it.
    let webhooks: WebhookAdministration?
    /// The exceptions to public https addresses for endpoints that are added over the API.
    let webhookExceptions: WebhookEndpoint.Exceptions
    /// The length limits of files.
    let fileLimits: BodyLimits
    /// The clock.
    let now: @Sendable () -> Timestamp

    /// The length limits of JSON documents.
    let documentLimits = BodyLimits(packed: 1 << 20, unpacked: 4 << 20)

    /// The time from which a change of facilities is valid: that of the query, or now.
    func effectiveFrom(_ call: ServiceCall) throws -> Timestamp {
        let now = now()
        guard let time = try call.time("effective_from") else { return now }
        guard time <= now, time >= Timestamp(milliseconds: 0) else {
            throw Problem.invalid(
                "`effective_from` is \(time), expected a time from 1970 to now; omit it for the current time",
                field: "effective_from"
            )
        }
        return time
    }
}

/// All endpoints of the API except those of phones and of health.
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

/// The description of the API for programs (OpenAPI 3.1), which lies beside this file.
enum OpenAPIDocument {
    /// The document, as it is served.
    static var bytes: [UInt8] { PackageResources.openapi_json }

    /// The endpoint of the document, which needs no token because it contains no stored data.
    static let endpoint = Endpoint(.get, "/v1/openapi.json", .open) { _ in
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }
}
