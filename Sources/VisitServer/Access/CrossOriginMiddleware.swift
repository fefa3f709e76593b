internal import HTTPTypes
internal import Hummingbird

/// Permits web pages of the configured origins to use the API and the addresses of phones (Fetch standard, CORS).
///
/// Browsers send no credentials of their own: a page has to have a token. The pages of the dashboard are not included.
/// The library's own middleware answers every OPTIONS with its headers, whatever its origin and its address, and takes
/// errors that only `ResponseMiddleware` turns into responses; so this one is outside of both.
struct CrossOriginMiddleware: RouterMiddleware {
    let policy: CrossOriginPolicy

    /// All methods of the API.
    private static let methods = "GET, HEAD, POST, PUT, PATCH, DELETE"
    /// The headers of requests that the API reads and that a page may not send without being asked before.
    private static let requestHeaders =
        "Authorization, Content-Type, Content-Encoding, Last-Event-ID, X-Limit-U, X-Limit-D"
    /// Browsers keep the answer to a preflight request for so long, in seconds.
    private static let lifetime = "3600"

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        guard policy.applies(to: request.uri.path) else { return try await next(request, context) }
        let origin = policy.permitted(request.headers[.origin])
        if let origin, request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return preflight(origin)
        }
        var response = try await next(request, context)
        policy.add(to: &response.headers, for: origin)
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
