internal import HTTPTypes
internal import HummingbirdCore
internal import Interchange
internal import Logging
internal import NIOCore
internal import VisitModel
internal import VisitPipeline
internal import VisitStore

/// Answers the usual request of a phone on the event loop of its connection, as the router would, but without a task.
///
/// The usual request is a short POST of a phone that has sent before, with a token that was used in the last seconds.
/// Any other is left to the router, which also answers everything that is wrong. Nothing here waits or reads the store.
struct DirectIntake: Sendable {
    let live: LiveIngest
    let gatekeeper: Gatekeeper
    let budget: BodyBudget
    let record: ResponseRecord
    let watch: DatabaseWatch
    let proxies: TrustedProxies
    let registry: ConnectionRegistry
    let crossOrigins: CrossOriginPolicy
    /// The longest body of any request, in bytes.
    let bodyLimit: Int
    let date: ResponseDate

    /// The longest body that is parsed on the event loop, in bytes.
    private static let shortLength = 8 << 10

    private static let routes = Dictionary(
        uniqueKeysWithValues: PhoneRoute.all.filter { $0.method == .post }.map { ($0.path, $0) }
    )

    /// The route of a request that may be answered here; `nil` for any other.
    ///
    /// `peer` is the network address of the connection.
    func candidate(_ head: HTTPRequest, from peer: @autoclosure () -> String?) -> DirectRequest? {
        guard head.method == .post, let path = head.path, let fields = DirectFields(head.headerFields),
            (1...min(Self.shortLength, bodyLimit)).contains(fields.contentLength)
        else { return nil }
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let route = Self.routes[String(parts[0])] else { return nil }
        return DirectRequest(
            route: route,
            query: parts.count > 1 ? String(parts[1]) : "",
            fields: fields,
            proxiedClient: proxiedClient(peer, fields),
            beganAt: .now
        )
    }

    /// The address of a client behind a trusted proxy.
    private func proxiedClient(_ peer: () -> String?, _ fields: DirectFields) -> String? {
        guard !proxies.ranges.isEmpty else { return nil }
        let client = proxies.client(peer: peer(), forwardedFor: fields.forwardedFor.map { [$0] } ?? [])
        return client.isProxied ? client.address : nil
    }

    /// Begins to answer a request; returns false, and has no effect, where the router has to.
    ///
    /// Otherwise `completion` is called once, on any thread, when the request is on disk or has failed.
    func begin(
        _ request: DirectRequest,
        body: [UInt8],
        completion: @escaping @Sendable (Result<StoredRequest, any Error>) -> Void
    ) -> Bool {
        let credentials = Credentials(authorization: request.fields.authorization, query: request.query)
        guard let text = credentials.token, let token = AccessToken(text: text), watch.stateBefore == .inPlace,
            let principal = gatekeeper.cachedPrincipal(of: token), PhoneEndpoints.permission.allows(principal.role)
        else { return false }
        var share: ConnectionRegistry.Share?
        if let client = request.proxiedClient {
            guard let entered = registry.enter(client) else { return false }
            share = entered
        }
        let owner = BodyBudget.Owner(principal)
        guard (try? budget.reserve(Self.shortLength, of: owner)) != nil else { return false }
        let begins = live.begin(
            request.phoneRequest(body, userName: credentials.userName),
            of: request.route.app,
            from: PhoneSender(principal),
            in: principal.environment
        ) { [budget, share] result in
            budget.release(Self.shortLength, of: owner)
            withExtendedLifetime(share) { completion(result) }
        }
        if begins {
            gatekeeper.countRequest(of: principal.tokenID)
        } else {
            budget.release(Self.shortLength, of: owner)
        }
        return begins
    }

    /// Makes the response, counts it and logs it.
    func response(to request: DirectRequest, _ result: Result<StoredRequest, any Error>) -> DirectResponse {
        var response: DirectResponse
        do {
            let outcome = try result.get().phoneOutcome()
            record.metrics.count(outcome, of: request.route.app)
            response = DirectResponse(outcome.reply)
        } catch {
            response = DirectResponse(record.problem(of: error, request.route.path))
        }
        response.headers[.contentLength] = String(response.body.readableBytes)
        response.headers[.date] = date.text
        response.headers[.xContentTypeOptions] = "nosniff"
        if crossOrigins.applies(to: request.route.path) {
            crossOrigins.add(to: &response.headers, for: crossOrigins.permitted(request.fields.origin))
        }
        record.add(.post, request.route.path, response.status, since: request.beganAt, to: record.logger)
        return response
    }
}

/// The head of a request that may be answered directly.
struct DirectRequest: Sendable {
    let route: PhoneRoute
    let query: String
    let fields: DirectFields
    /// The address of the client, where it is behind a trusted proxy.
    let proxiedClient: String?
    let beganAt: ContinuousClock.Instant

    func phoneRequest(_ body: [UInt8], userName: String?) -> PhoneRequest {
        PhoneRequest(
            path: route.kind,
            query: query,
            contentType: fields.contentType,
            userAgent: fields.userAgent,
            userName: fields.user ?? userName,
            deviceName: fields.device,
            body: body
        )
    }
}

/// The header fields of a request that may be answered directly, read in one pass.
struct DirectFields: Sendable {
    private(set) var authorization: String?
    private(set) var contentType: String?
    private(set) var userAgent: String?
    /// The user and the device, as OwnTracks sends them.
    private(set) var user: String?
    private(set) var device: String?
    private(set) var origin: String?
    private(set) var forwardedFor: String?
    /// In bytes.
    private(set) var contentLength = 0

    /// `nil` where a field asks for more than a plain response on a connection that is kept, or is repeated.
    init?(_ fields: HTTPFields) {
        for field in fields {
            switch field.name.canonicalName {
            case "authorization": guard Self.set(&authorization, field) else { return nil }
            case "content-type": guard Self.set(&contentType, field) else { return nil }
            case "user-agent": guard Self.set(&userAgent, field) else { return nil }
            case "x-limit-u": guard Self.set(&user, field) else { return nil }
            case "x-limit-d": guard Self.set(&device, field) else { return nil }
            case "origin": guard Self.set(&origin, field) else { return nil }
            case "x-forwarded-for": guard Self.set(&forwardedFor, field) else { return nil }
            case "content-length":
                guard contentLength == 0, let length = Int(field.value) else { return nil }
                contentLength = length
            case "connection": guard field.value.lowercased() == "keep-alive" else { return nil }
            case "transfer-encoding", "content-encoding", "expect": return nil
            default: break
            }
        }
    }

    private static func set(_ value: inout String?, _ field: HTTPField) -> Bool {
        guard value == nil else { return false }
        value = field.value
        return true
    }
}

/// A response that is written at once.
struct DirectResponse {
    let status: HTTPResponse.Status
    var headers = HTTPFields()
    let body: ByteBuffer

    init(_ reply: PhoneReply) {
        status = .init(code: reply.status)
        if let type = reply.contentType { headers[.contentType] = type }
        body = ByteBuffer(bytes: reply.body)
    }

    init(_ problem: Problem) {
        let response = problem.response
        (status, headers) = (response.status, response.headers)
        body = ByteBuffer(bytes: JSONDocument.encoded(problem))
    }
}
