public import VisitModel

/// An action that the upload requires of the store, the connection or the app.
///
/// The effects of one input are performed in their order.
public enum UploadEffect: Hashable, Sendable {
    /// Unlocks every record: those in a request when the last process ended wait again.
    case unlockAll
    /// Selects records that are in no request, locks them, and passes them to `UploadQueue.selected(_:in:)`, even if
    /// there are none; `limit` is `nil` for all of them.
    case select(limit: Int?, order: LocationsOrder)
    /// Sends a request and reports its end to `UploadQueue.answered(_:to:in:)`.
    case send(UploadRequest)
    /// Sets a timer that calls `UploadQueue.timedOut(_:in:)`.
    case armTimer(request: Int, at: Timestamp)
    /// Cancels a request's timer.
    case cancelTimer(request: Int)
    /// Cancels a request.
    case cancelRequest(Int)
    /// Deletes records that the server has accepted.
    case delete([String])
    /// Unlocks records: they wait again.
    case unlock([String])
    /// Stores new tokens in the configuration, at once: the old refresh token may already be invalid.
    case storeTokens(AuthorizationTokens)
    /// Performs the server's commands and reports the parts that could not be parsed.
    case perform(RemoteCommands)
    /// Sends a notice to the app.
    case tell(UploadNotice)
    /// Completes the app's `sync` call.
    case finishSync(id: Int, SyncOutcome)
}

/// An event for the app.
public enum UploadNotice: Hashable, Sendable {
    /// The response to an upload (`onHttp`).
    case http(HttpEvent)
    /// The response to a token refresh (`onAuthorization`).
    case authorization(AuthorizationEvent)
}
