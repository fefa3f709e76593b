public import RadarEngine

/// The result of `RadarClient.trackOnce(desiredAccuracy:)`.
public struct RadarTrackResult: Hashable, Sendable {
    /// The status of the fix, or of its upload.
    public let status: RadarStatus
    /// The fix; `nil` if there is none.
    public let location: RadarLocation?

    /// Creates a result.
    public init(status: RadarStatus, location: RadarLocation? = nil) {
        self.status = status
        self.location = location
    }
}

/// The callers that requested a fix.
struct RadarWaiters: Sendable {
    typealias Waiter = @Sendable (RadarTrackResult) -> Void

    /// The callers that wait for the fix itself.
    private var forReading: [Waiter] = []
    /// The callers that have the fix and wait for its upload.
    private var forUpload: [RadarUpload.ID: (location: RadarLocation?, waiters: [Waiter])] = [:]

    mutating func add(_ waiter: @escaping Waiter) { forReading.append(waiter) }

    /// Removes and returns the callers that wait for the fix.
    mutating func removeAll() -> [Waiter] {
        defer { forReading = [] }
        return forReading
    }

    mutating func wait(for upload: RadarUpload.ID, with location: RadarLocation?) {
        let waiters = removeAll()
        if !waiters.isEmpty { forUpload[upload] = (location, waiters) }
    }

    mutating func remove(_ upload: RadarUpload.ID) -> (location: RadarLocation?, waiters: [Waiter])? {
        forUpload.removeValue(forKey: upload)
    }

    mutating func drain() -> [Waiter] {
        defer { forUpload = [:] }
        return removeAll() + forUpload.values.flatMap(\.waiters)
    }
}
