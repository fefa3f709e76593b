internal import HTTPTypes
internal import Hummingbird
internal import VisitStore

/// A check that the database's file was not deleted or replaced while the service has it open.
///
/// The system continues to write to the opened file, which is lost once the service ends.
struct DatabaseWatch: Sendable {
    let store: VisitStore

    /// The problem while the file is gone; `nil` otherwise.
    var problem: Problem? {
        guard !store.isFileInPlace else { return nil }
        return Problem(
            .serviceUnavailable,
            "database_replaced",
            "the database's file was deleted or replaced while the service ran; restore it, or restart the service",
            retryAfterSeconds: 30
        )
    }

    /// The problem that replaces the response to a writing request while the file is gone; `nil` otherwise.
    ///
    /// It is checked after the request was processed, so that no write to a lost file is acknowledged, whenever it was
    /// lost.
    func problem(after request: Request) -> Problem? {
        // Some phones' apps send their fixes in the query of a GET.
        let isReading = [.get, .head].contains(request.method) && !request.uri.path.hasPrefix("/v1/phones/")
        return isReading ? nil : problem
    }
}
