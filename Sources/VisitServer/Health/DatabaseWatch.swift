internal import HTTPTypes
internal import Hummingbird
internal import VisitStore

/// Notices that the database's file was deleted or replaced while the service has it open.
///
/// The system goes on to write to the file that was opened, of which nothing is left once the service ends.
struct DatabaseWatch: Sendable {
    let store: VisitStore

    /// What is answered while the file is gone; `nil` while all is well.
    var problem: Problem? {
        guard !store.isFileInPlace else { return nil }
        return Problem(
            .serviceUnavailable,
            "database_replaced",
            "the database's file was deleted or replaced while the service ran; put it back, or start the service again",
            retryAfterSeconds: 30
        )
    }
}

/// Refuses what would be written to a database whose file is gone.
struct DatabaseMiddleware: RouterMiddleware {
    let watch: DatabaseWatch

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        // Some phones' apps send their fixes in the query of a GET.
        let isReading = [.get, .head].contains(request.method) && !request.uri.path.hasPrefix("/v1/phones/")
        let response = try await next(request, context)
        // Looked at afterwards: nothing is acknowledged that was written to a file that is gone, whenever it went.
        if !isReading, let problem = watch.problem { throw problem }
        return response
    }
}
