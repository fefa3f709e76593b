internal import HTTPTypes
internal import Hummingbird
internal import Interchange
internal import NIOCore
internal import VisitModel
internal import VisitPipeline

/// Phones' apps send here, each with its own format of requests and responses.
struct PhoneEndpoints: Sendable {
    let live: LiveIngest
    let metrics: ServiceMetrics
    let limits: BodyLimits
    let budget: BodyBudget
    let gatekeeper: Gatekeeper

    var all: [Endpoint] {
        [
            endpoint(.post, "/v1/fixes", .footfall),
            endpoint(.post, "/v1/phones/transistor", .transistor),
            endpoint(.put, "/v1/phones/transistor", .transistor),
            endpoint(.patch, "/v1/phones/transistor", .transistor),
            endpoint(.post, "/v1/phones/owntracks", .ownTracks),
            endpoint(.get, "/v1/phones/traccar", .traccar),
            endpoint(.post, "/v1/phones/traccar", .traccar),
            endpoint(.post, "/v1/phones/overland", .overland),
            endpoint(.get, "/v1/phones/gpslogger", .gpsLogger),
            endpoint(.post, "/v1/phones/gpslogger", .gpsLogger),
            endpoint(.put, "/v1/phones/gpslogger", .gpsLogger),
            endpoint(.post, "/v1/track", .radar, .track),
            endpoint(.post, "/v1/track/replay", .radar, .replay),
        ]
    }

    private func endpoint(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ app: PhoneApp,
        _ kind: PhoneRequest.Kind? = nil
    ) -> Endpoint {
        Endpoint(method, path, .ingest, body: .records) { call in try await ingest(call, app, kind) }
    }

    private func ingest(_ call: ServiceCall, _ app: PhoneApp, _ kind: PhoneRequest.Kind?) async throws -> Response {
        let channel = call.context.channel
        let share = BodyShare(budget, of: call.principal.map(BodyBudget.Owner.init) ?? .anonymous) { begins in
            channel.triggerUserOutboundEvent(ClientDeadlines.Wait(begins: begins), promise: nil)
        }
        let outcome = try await limits.read(call.request, in: share) { body in
            try gatekeeper.recheck(call.principal, since: call.context.admittedAt)
            return try await evaluate(body, call, app, kind)
        }
        metrics.count(outcome, of: app)
        return Response(outcome.reply)
    }

    private func evaluate(
        _ body: [UInt8],
        _ call: ServiceCall,
        _ app: PhoneApp,
        _ kind: PhoneRequest.Kind?
    ) async throws -> PhoneOutcome {
        let request = PhoneRequest(
            path: kind,
            query: call.request.uri.query ?? "",
            contentType: call.request.headers[.contentType],
            userAgent: call.request.headers[.userAgent],
            userName: call.header("X-Limit-U") ?? call.userName,
            deviceName: call.header("X-Limit-D"),
            body: body
        )
        return try await live.ingest(
            request,
            of: app,
            from: PhoneSender(
                member: call.principal?.member,
                device: call.principal?.device,
                platform: call.principal?.platform
            ),
            in: call.principal?.environment ?? .live
        ) {
            try gatekeeper.recheck(call.principal, since: call.context.admittedAt)
            return await call.context.isAbandoned()
        }
    }
}

extension BodyBudget.Owner {
    init(_ principal: Principal) {
        self = principal.member.map { .member($0) } ?? .token(principal.tokenID)
    }
}

extension Response {
    fileprivate init(_ reply: PhoneReply) {
        var headers = HTTPFields()
        if let type = reply.contentType { headers[.contentType] = type }
        self.init(
            status: .init(code: reply.status),
            headers: headers,
            body: reply.body.isEmpty ? ResponseBody() : ResponseBody(byteBuffer: ByteBuffer(bytes: reply.body))
        )
    }
}
