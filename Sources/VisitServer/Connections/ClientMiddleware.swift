internal import HTTPTypes
internal import Hummingbird

/// Determines the client address of a request, and counts requests through a trusted proxy.
struct ClientMiddleware: RouterMiddleware {
    let proxies: TrustedProxies
    let registry: ConnectionRegistry

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        let client = proxies.client(
            peer: context.peer,
            forwardedFor: Self.forwardedFor.map { request.headers[values: $0] } ?? []
        )
        context.client = client.address
        guard client.isProxied else { return try await next(request, context) }
        guard let share = registry.enter(client.address) else {
            throw Problem(
                .tooManyRequests,
                "too_many_connections",
                "this address has too many concurrent requests; wait for their responses",
                retryAfterSeconds: 1
            )
        }
        var response = try await next(request, context)
        // A streamed response is still being written when this method returns.
        if response.body.contentLength == nil {
            let body = response.body
            response.body = ResponseBody { writer in
                try await body.write(writer)
                withExtendedLifetime(share) {}
            }
        }
        return response
    }
}
