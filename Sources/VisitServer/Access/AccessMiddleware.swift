internal import HTTPTypes
internal import Hummingbird

/// Authenticates the sender of a request; the endpoint checks the authorization.
///
/// An unknown path is reported as such only to clients with a token.
struct AccessMiddleware: RouterMiddleware {
    let gatekeeper: Gatekeeper

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.caller = try caller(of: request)
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            if case .refused(let problem) = context.caller { throw problem }
            throw error
        }
    }

    private func caller(of request: Request) throws -> ServiceContext.Caller {
        let credentials = Credentials(
            authorization: request.headers[.authorization],
            query: request.uri.query ?? ""
        )
        guard let text = credentials.token else {
            return .refused(
                .unauthorized(
                    "this needs a token: as `Authorization: Bearer`, as the password of Basic, or as `?token=`"
                )
            )
        }
        guard let token = AccessToken(text: text) else {
            return .refused(.unauthorized("this is not a Footfall token; tokens begin with `ff_`"))
        }
        switch try gatekeeper.admit(token) {
        case .known(let principal): return .known(principal, userName: credentials.userName)
        case .unknown: return .refused(.unauthorized("this token is unknown or was removed"))
        case .expired: return .refused(.unauthorized("this token has expired; `footfall tokens add` creates another"))
        case .tooMany(let seconds):
            return .refused(
                Problem(
                    .tooManyRequests,
                    "too_many_requests",
                    "this token has exceeded its request rate; wait \(seconds) s",
                    retryAfterSeconds: seconds
                )
            )
        }
    }
}
