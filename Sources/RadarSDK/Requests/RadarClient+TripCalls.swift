internal import RadarEngine
internal import TrackingModel
internal import Foundation
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// Sends a request about a trip to the server, or completes it locally if the phone keeps the trip alone.
    func call(
        _ request: RadarTripRequest,
        _ options: RadarTrackingOptions?,
        then answer: @escaping @Sendable (RadarStatus) -> Void
    ) {
        lane.withLock {
            guard !state.withLock(\.isOver) else { return answer(.errorUnknown) }
            let call = RadarTripCall(request: request, options: options, then: answer)
            if case .start = request { return send(call) }
            guard state.withLock({ $0.isTripLocal && $0.tracking.trip != nil }) else { return send(call) }
            ended(call, .success)
        }
    }

    /// Applies the result of a trip request and passes its status to the caller.
    func ended(_ call: RadarTripCall, _ status: RadarStatus) {
        var status = status
        switch call.request {
        case .start(let trip):
            let isLocal = status == .errorNotFound && setup.trips == .localWhereUnknown
            guard status == .success || isLocal else { break }
            status = .success
            state.withLock { $0.isTripLocal = isLocal }
            do {
                try step { (tracking, now) throws(TrackingEngineError) in
                    try tracking.tripStarted(trip, options: call.options, at: now)
                }
            } catch {
                log(.error, "the trip's options can't be used: \(error)")
            }
        case .update(let trip, _):
            if status == .success { step { (tracking, _) in tracking.tripUpdated(trip) } }
        case .end:
            step { $0.tripEnded(status, at: $1) }
            if trip == nil { state.withLock { $0.isTripLocal = false } }
        }
        call.then(status)
    }
}
