internal import HTTPTypes
internal import Hummingbird

/// Finds out from which address a request comes, and counts those that come through a trusted proxy.
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
                "this address has as many requests under way as it may; wait for their answers",
                retryAfterSeconds: 1
            )
        }
        var response = try await next(request, context)
        // An answer of unknown length is still being made when it has begun.
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
