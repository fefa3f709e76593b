internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import SQLiteStorage
internal import Synchronization
internal import VisitModel

/// Turns errors into problem documents, and counts and logs every response.
///
/// The log has the route and not the URL: a query can contain positions or a token.
struct ResponseMiddleware: RouterMiddleware {
    let record: ResponseRecord
    let watch: DatabaseWatch

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            if let problem = watch.problem(before: request) { throw problem }
            response = try await next(request, context)
            if let problem = watch.problem(after: request) { throw problem }
        } catch {
            response = record.problem(of: error, route(context)).response
        }
        response.headers[.xContentTypeOptions] = "nosniff"
        record.add(request.method, route(context), response.status, since: start, to: context.logger)
        return response
    }

    private func route(_ context: ServiceContext) -> String { context.endpointPath ?? "none" }
}

/// What is counted and logged of every response.
struct ResponseRecord: Sendable {
    let metrics: ServiceMetrics
    let watch: DatabaseWatch
    let logger: Logger

    /// Makes the problem document of an error, and logs it.
    func problem(of error: any Error, _ route: String) -> Problem {
        var problem = Problem(error)
        // A request in progress when the file was lost meets any error of the database.
        if problem.status == 500 || error is StorageError, let lost = watch.problem { problem = lost }
        if problem.status == 500 {
            logger.error("a request failed", metadata: ["error": "\(error)", "route": "\(route)"])
        } else if problem.status < 500 {
            // For the client to correct, and not the operator.
            logger.info(
                "a request was refused",
                metadata: ["status": "\(problem.status)", "code": "\(problem.code)", "route": "\(route)"]
            )
        }
        return problem
    }

    func add(
        _ method: HTTPRequest.Method,
        _ route: String,
        _ status: HTTPResponse.Status,
        since start: ContinuousClock.Instant,
        to requestLogger: Logger
    ) {
        let took = start.duration(to: .now)
        metrics.countRequest(route: route, status: status.code, took: took)
        requestLogger.debug(
            "answered",
            metadata: [
                "method": "\(method)", "route": "\(route)", "status": "\(status.code)",
                "milliseconds": "\(took.wholeMilliseconds)",
            ]
        )
    }
}

struct ServiceContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The sender, once it is authenticated.
    var caller = Caller.unknown
    /// When the sender was authenticated, by the gatekeeper's clock.
    var admittedAt = Duration.zero
    /// The network address of the connection, which may be a proxy's.
    let peer: String?
    /// The client's address, also behind trusted proxies; limits of failed attempts count by it.
    var client: String
    /// Whether the client has disconnected.
    let isAbandoned: @Sendable () async -> Bool
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        self.channel = source.channel
        self.peer = source.channel.remoteAddress?.ipAddress
        // Behind trusted proxies `ClientMiddleware` replaces it.
        self.client = TrustedProxies(ranges: []).client(peer: peer, forwardedFor: []).address
        self.isAbandoned = { [channel = source.channel] in await RequestSequencer.hasClientLeft(channel) }
        self.coreContext = CoreRequestContextStorage(source: source)
    }

    enum Caller: Sendable {
        /// Not authenticated yet.
        case unknown
        case known(Principal, userName: String?)
        /// Without a token, or with one that was refused.
        case refused(Problem)
        /// The token can't be looked up.
        case failed(any Error)
    }
}
