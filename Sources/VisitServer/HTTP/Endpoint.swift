internal import HTTPTypes
internal import Hummingbird
internal import VisitModel

/// One thing that can be asked of the service.
///
/// The router, the table of who may do what, and the check of the OpenAPI document are all made from the list of these.
struct Endpoint: Sendable {
    /// The method.
    let method: HTTPRequest.Method
    /// The path as OpenAPI writes it: `/v1/facilities/{id}`.
    let path: String
    /// Who may.
    let permission: Permission
    /// What it is part of.
    let part: Part
    /// Answers.
    let respond: @Sendable (ServiceCall) async throws -> Response

    /// What endpoints are part of.
    enum Part: Hashable, Sendable {
        /// What programs and phones ask, with a token; described by the OpenAPI document.
        case api
        /// The pages for people, with a session.
        case dashboard
    }

    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ permission: Permission,
        in part: Part = .api,
        _ respond: @escaping @Sendable (ServiceCall) async throws -> Response
    ) {
        self.method = method
        self.path = path
        self.permission = permission
        self.part = part
        self.respond = respond
    }

    /// Answers a request of somebody who may.
    func answer(_ request: Request, _ context: ServiceContext) async throws -> Response {
        // A page looks itself who is signed in: a browser has a session and no token.
        guard permission != .open, part == .api else {
            return try await respond(ServiceCall(request: request, context: context, principal: nil, userName: nil))
        }
        switch context.caller {
        case .unknown: throw Problem.unauthorized("this needs a token; `footfall tokens add` makes one")
        case .refused(let problem): throw problem
        case .known(let principal, let userName):
            guard permission.allows(principal.role) else {
                throw Problem.forbidden(
                    "a token of the role `\(principal.role.rawValue)` may not do this; use one of another role"
                )
            }
            return try await respond(
                ServiceCall(request: request, context: context, principal: principal, userName: userName)
            )
        }
    }
}
