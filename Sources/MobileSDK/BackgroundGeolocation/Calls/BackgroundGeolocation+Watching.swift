public import TrackingModel
internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Delivers positions until `stopWatchPosition`.
    ///
    /// Meant for an app in the foreground, which must end it when it leaves: on iOS it prevents the app from being
    /// suspended. Requires `ready`. Transistor, BGGeo.watchPosition.
    ///
    /// - Parameters:
    ///   - interval: the time between two positions in milliseconds.
    ///   - timeout: the seconds without a position after which `failure` is called, once until the next position.
    ///   - persist: whether positions are stored while tracking is on.
    ///   - extras: values that are added to each record.
    ///   - success: receives each position.
    ///   - failure: receives a `LocationError` if no position comes; a `MobileSDKError` if called before `ready`.
    /// - Returns: the stream's number; 0 before `ready`.
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
            try checkReady("watching positions")
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
    /// - Parameter id: the stream's number; an unknown one is ignored.
    public func stopWatchPosition(_ id: Int) {
        // Removed first, so that the caller receives nothing more.
        session.withLock { _ = $0.watches.removeValue(forKey: id) }
        decide { $0.stopWatchPosition(id, at: $1) }
    }
}
