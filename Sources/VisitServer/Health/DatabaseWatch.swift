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

    /// What is answered in place of an answer to a request that writes; `nil` while all is well.
    ///
    /// Asked for once the request was worked on: nothing is acknowledged that was written to a file that is gone, whenever it
    /// went.
    func problem(after request: Request) -> Problem? {
        // Some phones' apps send their fixes in the query of a GET.
        let isReading = [.get, .head].contains(request.method) && !request.uri.path.hasPrefix("/v1/phones/")
        return isReading ? nil : problem
    }
}
