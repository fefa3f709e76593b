internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// Asks for one reading, uploads it and waits for the answer (`Radar.trackOnce`), whether tracking is on or not.
    ///
    /// A reading that does not come within 20 s is `errorLocation`, an answer that does not come within 10 s
    /// `errorNetwork`; only while the process runs, so an app that was left is answered when it is back.
    ///
    /// - Parameter desiredAccuracy: how exact it should be.
    /// - Returns: the reading, and how it ended.
    public func trackOnce(desiredAccuracy: RadarDesiredAccuracy = .medium) async -> RadarTrackResult {
        await withCheckedContinuation { continuation in
            beginTrackOnce(desiredAccuracy) { continuation.resume(returning: $0) }
        }
    }

    /// The same at once, for a simulation in which everything has its turn.
    ///
    /// - Parameters:
    ///   - accuracy: how exact it should be.
    ///   - answer: is called once.
    package func beginTrackOnce(
        _ accuracy: RadarDesiredAccuracy,
        then answer: @escaping @Sendable (RadarTrackResult) -> Void
    ) {
        checkAvailability()
        let isOver = state.withLock { state in
            if !state.isOver { state.waiters.add(answer) }
            return state.isOver
        }
        guard !isOver else { return answer(RadarTrackResult(status: .errorUnknown)) }
        step { $0.trackOnce(accuracy, at: $1) }
    }

    /// Uploads a position that the app knows by itself (`Radar.trackOnce(location:)`), by the rules of an update: it is told
    /// as `RadarNews.clientLocation`, and uploaded unless the last upload is less than `desiredSyncInterval` ago.
    ///
    /// - Parameter location: the position.
    public func track(location: RadarLocation) { receive(location, from: .manualLocation) }
}
