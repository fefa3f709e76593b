internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension RadarClient {
    /// The trip that the device is on (`Radar.getTripOptions`); `nil` for none.
    public var trip: RadarTripOptions? { state.withLock(\.tracking.trip) }

    /// Starts a trip (`Radar.startTrip`).
    ///
    /// When the server has taken it, tracking starts with the options for it, or where it is off and the trip wants it, and
    /// one update is asked for. What becomes of a trip that the server knows nothing of is `RadarSetup.trips`' to say; of any
    /// other failure nothing changes.
    ///
    /// - Parameters:
    ///   - options: the trip.
    ///   - trackingOptions: the options for its time; `nil` for those in force.
    /// - Returns: how it ended; `success` too for a trip that the phone keeps alone.
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

    /// Tells the server news of the trip that is under way (`Radar.updateTrip`), which count when it has taken them.
    ///
    /// - Parameters:
    ///   - options: the trip as it is from now on.
    ///   - status: where it stands; `nil` leaves that to the server.
    /// - Returns: how it ended.
    @discardableResult
    public func updateTrip(_ options: RadarTripOptions, status: RadarTripStatus? = nil) async -> RadarStatus {
        await withCheckedContinuation { continuation in
            call(.update(options, status), nil) { continuation.resume(returning: $0) }
        }
    }

    /// Ends the trip as planned (`Radar.completeTrip`).
    ///
    /// The options from before the trip come back, and without them tracking stops, even where the server could not be asked;
    /// the trip itself is over only when the server has ended it or does not know it.
    ///
    /// - Returns: how it ended; `errorNotFound` without a trip.
    @discardableResult
    public func completeTrip() async -> RadarStatus { await endTrip(isCompleted: true) }

    /// Ends the trip otherwise (`Radar.cancelTrip`), with the same consequences as `completeTrip()`.
    ///
    /// - Returns: how it ended; `errorNotFound` without a trip.
    @discardableResult
    public func cancelTrip() async -> RadarStatus { await endTrip(isCompleted: false) }

    private func endTrip(isCompleted: Bool) async -> RadarStatus {
        await withCheckedContinuation { continuation in
            beginEndTrip(isCompleted: isCompleted) { continuation.resume(returning: $0) }
        }
    }

    /// `startTrip(_:trackingOptions:)` at once, for a simulation in which everything has its turn.
    ///
    /// - Parameters:
    ///   - options: the trip.
    ///   - trackingOptions: the options for its time.
    ///   - answer: is called once.
    /// - Throws: `TrackingEngineError` with code `options` for options of the other platform.
    package func beginStartTrip(
        _ options: RadarTripOptions,
        trackingOptions: RadarTrackingOptions? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) throws(TrackingEngineError) {
        try trackingOptions?.check(for: phone.platform)
        call(.start(options), trackingOptions, then: answer)
    }

    /// `updateTrip(_:status:)` at once.
    ///
    /// - Parameters:
    ///   - options: the trip as it is from now on.
    ///   - status: where it stands.
    ///   - answer: is called once.
    package func beginUpdateTrip(
        _ options: RadarTripOptions,
        status: RadarTripStatus? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) {
        call(.update(options, status), nil, then: answer)
    }

    /// `completeTrip()` or `cancelTrip()` at once.
    ///
    /// - Parameters:
    ///   - isCompleted: whether it ends as planned.
    ///   - answer: is called once.
    package func beginEndTrip(
        isCompleted: Bool,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) {
        guard let trip else { return answer(.errorNotFound) }
        call(.end(trip, isCompleted: isCompleted), nil, then: answer)
    }
}
