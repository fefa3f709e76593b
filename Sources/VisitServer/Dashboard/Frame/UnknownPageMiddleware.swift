internal import HTTPTypes
internal import Hummingbird

/// Answers a browser with a session at an unknown address by a page; everyone else gets the problem document.
struct UnknownPageMiddleware: RouterMiddleware {
    let pages: DashboardAuthentication

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            guard let page = try pages.unknownPage(request, context) else { throw error }
            return page
        }
    }
}
