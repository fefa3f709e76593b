internal import MobileSDKCore
internal import PhoneStore
internal import TrackingEngine
internal import VisitModel

/// Passes the events of tracking to the app: to its listeners, its headless handler, or the call that waits.
struct EventDelivery: Sendable {
    let session: SharedSession
    let hub: EventHub<BackgroundGeolocation.Event>

    func deliver(on event: TrackingEvent, at time: Timestamp) {
        switch event {
        case .position(let id, let location): finishPosition(id, .success(location))
        case .positionFailed(let id, let error): finishPosition(id, .failure(error))
        case .watched(let id, let location): session.withLock { $0.calls.streams[id] }?.success(location)
        case .watchFailed(let id, let error): session.withLock { $0.calls.streams[id] }?.failure(error)
        case .locationFiltered(_, let reason): session.log(.debug, "a fix was rejected or moved: \(reason)", at: time)
        case .geofenceRefused(let refusal):
            session.log(.debug, "a crossing of \(refusal.identifier) is rejected: \(refusal.reason)", at: time)
        default:
            guard let event = BackgroundGeolocation.Event(event) else { return }
            emit(event, at: time)
        }
    }

    /// Emits an event to the listeners or, while the app is terminated, to its headless handler.
    func emit(_ event: BackgroundGeolocation.Event, at time: Timestamp) {
        session.log(event.level, event.text, at: time)
        let (isHeadless, handler) = session.withLock { session in
            (!session.tracking.isReady && session.tracking.config.isHeadless, session.headless)
        }
        if isHeadless { handler?(event) } else { hub.emit(event) }
    }

    private func finishPosition(_ id: Int, _ result: Result<TrackedLocation, LocationError>) {
        session.withLock { $0.calls.positions.removeValue(forKey: id) }?(result)
    }
}
