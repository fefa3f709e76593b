public import VisitModel

/// Something that the upload wants done by the store, the connection or the app.
///
/// The effects of one input are carried out in their order.
public enum UploadEffect: Hashable, Sendable {
    /// Unlock every record: what was in a request when the last process ended waits again.
    case unlockAll
    /// Select records that are in no request, lock them, and hand them to `UploadQueue.selected(_:in:)`, also where there
    /// are none; `limit` is `nil` for all of them.
    case select(limit: Int?, order: LocationsOrder)
    /// Make a request, and tell `UploadQueue.answered(_:to:in:)` of its end.
    case send(UploadRequest)
    /// Ask for a timer that tells `UploadQueue.timedOut(_:in:)`.
    case armTimer(request: Int, at: Timestamp)
    /// Forget a request's timer.
    case cancelTimer(request: Int)
    /// Give a request up.
    case cancelRequest(Int)
    /// Delete records: the server has them.
    case delete([String])
    /// Unlock records: they wait again.
    case unlock([String])
    /// Store new tokens in the configuration, at once: the old refresh token may not work any more.
    case storeTokens(AuthorizationTokens)
    /// Do what the server says, and report what of it can't be read.
    case perform(RemoteCommands)
    /// Tell the app.
    case tell(UploadNotice)
    /// Answer the app's call.
    case finishSync(id: Int, SyncOutcome)
}

/// What the app is told.
public enum UploadNotice: Hashable, Sendable {
    /// An upload was answered (`onHttp`).
    case http(HttpEvent)
    /// A refresh of the tokens was answered (`onAuthorization`).
    case authorization(AuthorizationEvent)
}
