internal import HTTPTypes
internal import Hummingbird

/// Permits web pages of the configured origins to use the API and the addresses of phones (Fetch standard, CORS).
///
/// Browsers send no credentials of their own: a page has to have a token. The pages of the dashboard are not included.
/// The library's own middleware answers every OPTIONS with its headers, whatever its origin and its address, and takes
/// errors that only `ResponseMiddleware` turns into responses; so this one is outside of both.
struct CrossOriginMiddleware: RouterMiddleware {
    private let origins: Set<String>

    /// All methods of the API.
    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
    /// The headers of requests that the API reads and that a page may not send without being asked before.
    private static let requestHeaders =
        "Authorization, Content-Type, Content-Encoding, Last-Event-ID, X-Limit-U, X-Limit-D"
    /// The headers of responses that a page may read, beside the few that it always may.
    private static let responseHeaders = "Retry-After, Allow"
    /// Browsers keep the answer to a preflight request for so long, in seconds.
    private static let lifetime = "3600"

    init(origins: [WebOrigin]) { self.origins = Set(origins.map(\.text)) }

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix("/v1/") else { return try await next(request, context) }
        let origin = request.headers[.origin].flatMap { origins.contains($0) ? $0 : nil }
        if let origin, request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return preflight(origin)
        }
        var response = try await next(request, context)
        // Also without an origin: a cache must not give this response to a page.
        response.headers[values: .vary].append("Origin")
        if let origin {
            response.headers[.accessControlAllowOrigin] = origin
            response.headers[.accessControlExposeHeaders] = Self.responseHeaders
        }
        return response
    }

    private func preflight(_ origin: String) -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: origin, .accessControlAllowMethods: Self.methods,
                .accessControlAllowHeaders: Self.requestHeaders, .accessControlMaxAge: Self.lifetime, .vary: "Origin",
            ]
        )
    }
}
