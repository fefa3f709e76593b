internal import HTTPTypes
internal import Hummingbird
internal import VisitModel

/// An endpoint of the service.
///
/// The router, the table of permissions, and the check of the OpenAPI document are all made from the list of endpoints.
struct Endpoint: Sendable {
    let method: HTTPRequest.Method
    /// As OpenAPI writes it: `/v1/facilities/{id}`.
    let path: String
    let permission: RequiredRole
    let part: Part
    let respond: @Sendable (ServiceCall) async throws -> Response

    enum Part: Hashable, Sendable {
        /// The API for programs and phones, with a token; described by the OpenAPI document.
        case api
        /// The pages for people, with a session.
        case dashboard
    }

    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ permission: RequiredRole,
        in part: Part = .api,
        _ respond: @escaping @Sendable (ServiceCall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.permission = permission
        self.part = part
        self.respond = respond
    }

    func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // A page checks the session itself: a browser has no token.
        guard permission != .open, part == .api else {
            return try await respond(ServiceCall(request: request, context: context, principal: nil, userName: nil))
        }
        switch context.caller {
        case .unknown: throw Problem.unauthorized("this needs a token; `footfall tokens add` creates one")
        case .refused(let problem): throw problem
        case .known(let principal, let userName):
            guard permission.allows(principal.role) else {
                throw Problem.forbidden(
                    "a token of the role `\(principal.role.rawValue)` does not permit this; use one with another role"
                )
            }
            return try await respond(
                ServiceCall(request: request, context: context, principal: principal, userName: userName)
            )
        }
    }
}
