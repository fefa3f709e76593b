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
        PhoneRoute.all.map { route in
            Endpoint(route.method, route.path, Self.permission, body: .records) { call in
                try await ingest(call, route.app, route.kind)
            }
        }
    }

    static let permission = RequiredRole.ingest

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
            from: PhoneSender(call.principal),
            in: call.principal?.environment ?? .live
        ) {
            try gatekeeper.recheck(call.principal, since: call.context.admittedAt)
            return await call.context.isAbandoned()
        }
    }
}

/// An address that phones of an app send to.
struct PhoneRoute: Sendable {
    let method: HTTPRequest.Method
    let path: String
    let app: PhoneApp
    var kind: PhoneRequest.Kind?

    static let all = [
        PhoneRoute(method: .post, path: "/v1/fixes", app: .footfall),
        PhoneRoute(method: .post, path: "/v1/phones/transistor", app: .transistor),
        PhoneRoute(method: .put, path: "/v1/phones/transistor", app: .transistor),
        PhoneRoute(method: .patch, path: "/v1/phones/transistor", app: .transistor),
        PhoneRoute(method: .post, path: "/v1/phones/owntracks", app: .ownTracks),
        PhoneRoute(method: .get, path: "/v1/phones/traccar", app: .traccar),
        PhoneRoute(method: .post, path: "/v1/phones/traccar", app: .traccar),
        PhoneRoute(method: .post, path: "/v1/phones/overland", app: .overland),
        PhoneRoute(method: .get, path: "/v1/phones/gpslogger", app: .gpsLogger),
        PhoneRoute(method: .post, path: "/v1/phones/gpslogger", app: .gpsLogger),
        PhoneRoute(method: .put, path: "/v1/phones/gpslogger", app: .gpsLogger),
        PhoneRoute(method: .post, path: "/v1/track", app: .radar, kind: .track),
        PhoneRoute(method: .post, path: "/v1/track/replay", app: .radar, kind: .replay),
    ]
}

extension PhoneSender {
    init(_ principal: Principal?) {
        self.init(member: principal?.member, device: principal?.device, platform: principal?.platform)
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
