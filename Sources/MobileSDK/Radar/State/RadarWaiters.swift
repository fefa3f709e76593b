public import TrackingEngine

/// How `RadarClient.trackOnce(desiredAccuracy:)` ended.
public struct RadarTrackResult: Hashable, Sendable {
    /// How it ended: with the reading, or with the upload of it.
    public let status: RadarStatus
    /// The reading; `nil` where none came.
    public let location: RadarLocation?

    /// Makes a result.
    ///
    /// - Parameters:
    ///   - status: how it ended.
    ///   - location: the reading.
    public init(status: RadarStatus, location: RadarLocation? = nil) {
        self.status = status
        self.location = location
    }
}

/// Those who asked for a reading.
struct RadarWaiters: Sendable {
    typealias Waiter = @Sendable (RadarTrackResult) -> Void

    /// Those who wait for the reading itself.
    private var forReading: [Waiter] = []
    /// Those who have it and wait for its upload.
    private var forUpload: [RadarUpload.ID: (location: RadarLocation?, waiters: [Waiter])] = [:]

    mutating func add(_ waiter: @escaping Waiter) { forReading.append(waiter) }

    /// Takes those who wait for the reading.
    mutating func take() -> [Waiter] {
        defer { forReading = [] }
        return forReading
    }

    /// Lets those who wait for the reading wait for its upload.
    mutating func wait(for upload: RadarUpload.ID, with location: RadarLocation?) {
        let waiters = take()
        if !waiters.isEmpty { forUpload[upload] = (location, waiters) }
    }

    /// Takes those who wait for an upload.
    mutating func take(_ upload: RadarUpload.ID) -> (location: RadarLocation?, waiters: [Waiter])? {
        forUpload.removeValue(forKey: upload)
    }

    /// Takes everybody.
    mutating func takeAll() -> [Waiter] {
        defer { forUpload = [:] }
        return take() + forUpload.values.flatMap(\.waiters)
    }
}
