public import RadarEngine
public import TrackingModel
internal import Foundation
internal import PhoneOS
internal import Synchronization
internal import VisitModel

extension RadarClient {
    /// The current trip (`Radar.getTripOptions`); `nil` for none.
    public var trip: RadarTripOptions? { state.withLock(\.tracking.trip) }

    /// Starts a trip (`Radar.startTrip`).
    ///
    /// When the server has accepted it, tracking starts with the trip's options, or if it is off and the trip requires
    /// it, and one update is requested. `RadarSetup.trips` decides about a trip that the server does not know. After
    /// any other failure nothing changes.
    ///
    /// - Parameters:
    ///   - options: the trip.
    ///   - trackingOptions: the options during the trip; `nil` for the effective ones.
    /// - Returns: the status; `success` also for a trip that is kept on the phone alone.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    @discardableResult
    public func startTrip(
        _ options: RadarTripOptions,
        trackingOptions: RadarTrackingOptions? = nil
    ) async throws(TrackingEngineError) -> RadarStatus {
        try trackingOptions?.check(for: phone.platform)
        return await withCheckedContinuation { continuation in
            call(.start(options), trackingOptions) { continuation.resume(returning: $0) }
        }
    }

    /// Sends changes of the current trip to the server (`Radar.updateTrip`); they apply when the server has accepted
    /// them.
    ///
    /// - Parameters:
    ///   - options: the changed trip.
    ///   - status: the status of the trip; `nil` leaves it to the server.
    /// - Returns: the status of the request.
    @discardableResult
    public func updateTrip(_ options: RadarTripOptions, status: RadarTripStatus? = nil) async -> RadarStatus {
        await withCheckedContinuation { continuation in
            call(.update(options, status), nil) { continuation.resume(returning: $0) }
        }
    }

    /// Completes the trip (`Radar.completeTrip`).
    ///
    /// The options from before the trip are restored. If there were none, tracking stops, even if the server could not
    /// be reached. The trip itself is over only when the server has ended it or does not know it.
    ///
    /// - Returns: the status; `errorNotFound` without a trip.
    @discardableResult
    public func completeTrip() async -> RadarStatus { await endTrip(isCompleted: true) }

    /// Cancels the trip (`Radar.cancelTrip`), with the same consequences as `completeTrip()`.
    ///
    /// - Returns: the status; `errorNotFound` without a trip.
    @discardableResult
    public func cancelTrip() async -> RadarStatus { await endTrip(isCompleted: false) }

    private func endTrip(isCompleted: Bool) async -> RadarStatus {
        await withCheckedContinuation { continuation in
            beginEndTrip(isCompleted: isCompleted) { continuation.resume(returning: $0) }
        }
    }

    /// The callback form of `startTrip(_:trackingOptions:)`, for a simulation that runs everything in order.
    ///
    /// - Parameters:
    ///   - options: the trip.
    ///   - trackingOptions: the options during the trip; `nil` for the effective ones.
    ///   - answer: called once with the status.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    package func beginStartTrip(
        _ options: RadarTripOptions,
        trackingOptions: RadarTrackingOptions? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) throws(TrackingEngineError) {
        try trackingOptions?.check(for: phone.platform)
        call(.start(options), trackingOptions, then: answer)
    }

    /// The callback form of `updateTrip(_:status:)`.
    ///
    /// - Parameters:
    ///   - options: the changed trip.
    ///   - status: the status of the trip; `nil` leaves it to the server.
    ///   - answer: called once with the status of the request.
    package func beginUpdateTrip(
        _ options: RadarTripOptions,
        status: RadarTripStatus? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) {
        call(.update(options, status), nil, then: answer)
    }

    /// The callback form of `completeTrip()` and `cancelTrip()`.
    package func beginEndTrip(
        isCompleted: Bool,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) {
        guard let trip else { return answer(.errorNotFound) }
        call(.end(trip, isCompleted: isCompleted), nil, then: answer)
    }
}
