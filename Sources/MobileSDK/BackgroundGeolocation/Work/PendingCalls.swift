internal import MobileSDKCore
internal import TrackingEngine

/// The app's calls and position streams that wait for a result, each by its number.
struct PendingCalls: Sendable {
    /// Receives the result of a search for a position.
    typealias PositionHandler = @Sendable (Result<TrackedLocation, LocationError>) -> Void
    /// Receives the result of an upload of records.
    typealias SyncHandler = @Sendable (SyncOutcome) -> Void
    /// Receives the result of an upload of the log.
    typealias LogUploadHandler = @Sendable (Result<Void, MobileSDKError>) -> Void

    /// The listener of a position stream.
    struct PositionListener: Sendable {
        var success: @Sendable (TrackedLocation) -> Void
        var failure: @Sendable (any Error) -> Void
    }

    /// By the request numbers of tracking, as the streams.
    private var positions: [Int: PositionHandler] = [:]
    private var streams: [Int: PositionListener] = [:]
    /// By the numbers of `nextNumber`, as the uploads of the log.
    private var syncs: [Int: SyncHandler] = [:]
    private var logUploads: [Int: LogUploadHandler] = [:]
    private var lastNumber = 0

    /// Returns a new number for a call.
    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func addPosition(_ id: Int, _ handler: @escaping PositionHandler) { positions[id] = handler }

    /// Removes and returns the handler of a search; `nil` if it has ended.
    mutating func removePosition(_ id: Int) -> PositionHandler? { positions.removeValue(forKey: id) }

    mutating func addStream(_ id: Int, _ listener: PositionListener) { streams[id] = listener }

    mutating func removeStream(_ id: Int) { streams[id] = nil }

    func stream(_ id: Int) -> PositionListener? { streams[id] }

    /// Adds the handler of an upload of records and returns its number.
    mutating func addSync(_ handler: @escaping SyncHandler) -> Int {
        let id = nextNumber()
        syncs[id] = handler
        return id
    }

    /// Removes and returns the handler of an upload of records; `nil` if it has ended.
    mutating func removeSync(_ id: Int) -> SyncHandler? { syncs.removeValue(forKey: id) }

    /// Adds the handler of an upload of the log and returns its number.
    mutating func addLogUpload(_ handler: @escaping LogUploadHandler) -> Int {
        let id = nextNumber()
        logUploads[id] = handler
        return id
    }

    /// Removes and returns the handler of an upload of the log; `nil` if it has ended.
    mutating func removeLogUpload(_ id: Int) -> LogUploadHandler? { logUploads.removeValue(forKey: id) }

    /// Whether an upload of the log is in progress.
    var isUploadingLog: Bool { !logUploads.isEmpty }
}
