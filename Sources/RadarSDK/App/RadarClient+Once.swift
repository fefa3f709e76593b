public import RadarEngine
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Requests one fix, uploads it and waits for the response (`Radar.trackOnce`), whether or not tracking is on.
    ///
    /// Without a fix within 20 s the status is `errorLocation`, without a response within 10 s `errorNetwork`. Both
    /// timeouts count only while the process runs, so a suspended app gets its result when it runs again.
    ///
    /// - Parameter desiredAccuracy: the accuracy to request.
    /// - Returns: the fix and the status.
    public func trackOnce(desiredAccuracy: RadarDesiredAccuracy = .medium) async -> RadarTrackResult {
        await withCheckedContinuation { continuation in
            beginTrackOnce(desiredAccuracy) { continuation.resume(returning: $0) }
        }
    }

    /// The callback form, for a simulation that runs everything in order.
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

    /// Processes a position that the app supplies (`Radar.trackOnce(location:)`), by the rules of an update.
    ///
    /// It is published as `RadarMessage.clientLocation`, and uploaded unless the last upload is less than
    /// `desiredSyncInterval` ago.
    ///
    /// - Parameter location: the position.
    public func track(location: RadarLocation) { receive(location, from: .manualLocation) }
}
