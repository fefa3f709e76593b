internal import Dispatch
internal import HTTPTypes
internal import Hummingbird
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// The services that the endpoints of the API share.
struct ServiceParts: Sendable {
    /// Also provides exclusive access to a member.
    let live: LiveIngest
    /// Accesses the store on a separate queue.
    let reader: StoreReader
    /// Removes deleted tokens from its cache.
    let gatekeeper: Gatekeeper
    /// Enters accesses to members' data in the access record.
    let recorder: AccessRecorder
    let hub: EventHub
    /// `nil` where the service does not administer webhook endpoints.
    let webhooks: WebhookAdministration?
    /// For endpoints that are added over the API: the exceptions to public https addresses.
    let webhookExceptions: WebhookEndpoint.Exceptions
    let fileLimits: BodyLimits
    let now: @Sendable () -> Timestamp
    /// A monotonic clock.
    let uptime: @Sendable () -> Duration

    /// That of the query, or now.
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
            ReviewEndpoints(parts: parts).all, AdditionEndpoints(parts: parts).all,
            ReportEndpoints(parts: parts).all,
            DownloadEndpoints(parts: parts).all, MemberPrivacyEndpoints(parts: parts).all,
            WebhookEndpointEndpoints(parts: parts).all, DeliveryEndpoints(parts: parts).all,
            QuarantineEndpoints(parts: parts).all, TokenEndpoints(parts: parts).all,
            AccessRecordEndpoints(parts: parts).all, TrackingOptionsEndpoints(parts: parts).all,
            [OpenAPIDocument.endpoint],
        ].flatMap(\.self)
    }
}

/// The description of the API for programs (OpenAPI 3.1), which lies beside this file.
enum OpenAPIDocument {
    static var bytes: [UInt8] { EmbeddedFiles.bytes("openapi.json") }

    /// Needs no token because it contains no stored data.
    static let endpoint = Endpoint(.get, "/v1/openapi.json", .open) { call in file.response(to: call.request) }

    private static let file = StaticFile(bytes, type: "application/json")
}

/// Access to the store on a separate queue, and not on the threads that answer requests.
struct StoreReader: Sendable {
    let store: VisitStore
    private let queue = DispatchQueue(label: "footfall.read", attributes: .concurrent)

    init(_ store: VisitStore) {
        self.store = store
    }

    func read<Value: Sendable>(_ body: @escaping @Sendable (VisitStore) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            enqueue { store in continuation.resume(with: Result { try body(store) }) }
        }
    }

    /// Runs a closure on the queue, without waiting for it.
    func enqueue(_ body: @escaping @Sendable (VisitStore) -> Void) {
        queue.async { [store] in body(store) }
    }
}
