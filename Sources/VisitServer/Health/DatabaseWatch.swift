internal import HTTPTypes
internal import Hummingbird
internal import Synchronization
internal import VisitModel
internal import VisitStore

/// Checks that the database's file was not deleted, replaced or cut while the service has it open.
///
/// The system continues to write to the opened file, which is lost once the service ends.
final class DatabaseWatch: Sendable {
    private let store: VisitStore
    /// A monotonic clock.
    private let uptime: @Sendable () -> Duration
    /// The last state that `stateBefore` looked up.
    private let recent = Mutex<(state: DatabaseFileState, at: Duration)?>(nil)

    /// How long a state serves the requests that follow, so that a busy service does not ask the system for each.
    private static let memory = Duration.milliseconds(100)

    init(store: VisitStore, uptime: @escaping @Sendable () -> Duration) {
        self.store = store
        self.uptime = uptime
    }

    /// `nil` while the file is in place.
    var problem: Problem? {
        switch store.fileState {
        case .inPlace: nil
        case .replaced:
            Problem(
                .serviceUnavailable,
                "database_replaced",
                "the database's file was deleted or replaced while the service ran; restore it, or restart the service",
                retryAfterSeconds: 30
            )
        case .cut:
            Problem(
                .serviceUnavailable,
                "database_cut",
                "the database's file was cut to nothing while the service ran; stop the service, restore a backup and "
                    + "start it again",
                retryAfterSeconds: 30
            )
        }
    }

    /// Prevents every request that needs the database while its file has no content.
    ///
    /// What was read before is still in memory, so that some requests would succeed and others report a damaged file.
    func problem(before request: Request) -> Problem? {
        let path = request.uri.path
        let needsNothing = ["/health", "/ready", "/v1/openapi.json"].contains(path) || path.hasPrefix("/assets/")
        guard !needsNothing, case .cut = stateBefore else { return nil }
        return problem
    }

    /// The state of the file for a request that begins, at most 0.1 s old.
    var stateBefore: DatabaseFileState {
        let time = uptime()
        if let recent = recent.withLock({ $0 }), time - recent.at < Self.memory { return recent.state }
        let state = store.fileState
        recent.withLock { $0 = (state, time) }
        return state
    }

    /// Replaces the response to a writing request while the file is gone.
    ///
    /// It is checked after the request was processed, so that no write to a lost file is acknowledged, whenever it was
    /// lost.
    func problem(after request: Request) -> Problem? {
        // Some phones' apps send their fixes in the query of a GET.
        let isReading = [.get, .head].contains(request.method) && !request.uri.path.hasPrefix("/v1/phones/")
        return isReading ? nil : problem
    }
}
