internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Delivers positions until `stopWatchPosition`; for an app that is on the screen, which has to end it when it leaves: on
    /// iOS it keeps the app from being suspended.
    ///
    /// After `ready`. Transistor, BGGeo.watchPosition.
    ///
    /// - Parameters:
    ///   - interval: milliseconds between two positions.
    ///   - timeout: seconds to wait for a position until `failure` is told, once until one comes.
    ///   - persist: whether positions are stored while tracking is on.
    ///   - extras: values that are added to each record.
    ///   - success: gets each position.
    ///   - failure: is told that none comes, as a `LocationError`; of a call before `ready`, as a `MobileSDKError`.
    /// - Returns: the stream's number; 0 where there is none, before `ready`.
    @discardableResult
    public func watchPosition(
        interval: Double = 1000,
        timeout: Double = 60,
        persist: Bool = false,
        extras: [String: ConfigValue] = [:],
        success: @escaping @Sendable (LocationEvent) -> Void,
        failure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> Int {
        do {
            try checkReady("positions are watched")
        } catch {
            failure(error)
            return 0
        }
        var request = WatchRequest()
        (request.interval, request.timeout) = (interval, timeout)
        (request.persist, request.extras) = (persist, extras)
        return lane.withLock {
            let time = phone.now()
            let id = session.withLock { session in
                let (id, effects) = session.tracking.watchPosition(request, at: time)
                session.watches[id] = GeolocationSession.PositionListener(success: success, failure: failure)
                session.add(.tracking(effects, time))
                return id
            }
            work()
            return id
        }
    }

    /// Ends a stream of positions.
    ///
    /// - Parameter id: its number; one that is not known is ignored.
    public func stopWatchPosition(_ id: Int) {
        // First: whoever ends it hears nothing more.
        session.withLock { _ = $0.watches.removeValue(forKey: id) }
        decide { $0.stopWatchPosition(id, at: $1) }
    }
}
