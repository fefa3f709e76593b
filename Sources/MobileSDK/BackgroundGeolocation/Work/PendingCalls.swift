internal import MobileSDKCore
internal import TrackingEngine

/// The app's calls and position streams that wait for a result, each by its number.
struct PendingCalls: Sendable {
    typealias PositionHandler = @Sendable (Result<TrackedLocation, LocationError>) -> Void
    typealias SyncHandler = @Sendable (SyncOutcome) -> Void
    typealias LogUploadHandler = @Sendable (Result<Void, MobileSDKError>) -> Void

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

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func addPosition(_ id: Int, _ handler: @escaping PositionHandler) { positions[id] = handler }

    /// `nil` if the search has ended.
    mutating func removePosition(_ id: Int) -> PositionHandler? { positions.removeValue(forKey: id) }

    mutating func addStream(_ id: Int, _ listener: PositionListener) { streams[id] = listener }

    mutating func removeStream(_ id: Int) { streams[id] = nil }

    func stream(_ id: Int) -> PositionListener? { streams[id] }

    mutating func addSync(_ handler: @escaping SyncHandler) -> Int {
        let id = nextNumber()
        syncs[id] = handler
        return id
    }

    /// `nil` if it has ended.
    mutating func removeSync(_ id: Int) -> SyncHandler? { syncs.removeValue(forKey: id) }

    mutating func addLogUpload(_ handler: @escaping LogUploadHandler) -> Int {
        let id = nextNumber()
        logUploads[id] = handler
        return id
    }

    /// `nil` if it has ended.
    mutating func removeLogUpload(_ id: Int) -> LogUploadHandler? { logUploads.removeValue(forKey: id) }

    var isUploadingLog: Bool { !logUploads.isEmpty }
}
