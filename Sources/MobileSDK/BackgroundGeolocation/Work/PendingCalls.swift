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
    var positions: [Int: PositionHandler] = [:]
    var streams: [Int: PositionListener] = [:]
    /// By the numbers of `nextNumber`, as the uploads of the log.
    var syncs: [Int: SyncHandler] = [:]
    var logUploads: [Int: LogUploadHandler] = [:]
    private var lastNumber = 0

    mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    mutating func addSync(_ handler: @escaping SyncHandler) -> Int {
        let id = nextNumber()
        syncs[id] = handler
        return id
    }

    mutating func addLogUpload(_ handler: @escaping LogUploadHandler) -> Int {
        let id = nextNumber()
        logUploads[id] = handler
        return id
    }
}
