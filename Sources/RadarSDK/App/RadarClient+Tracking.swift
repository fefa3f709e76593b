internal import Foundation
internal import PhoneOS
public import RadarEngine
internal import Synchronization
public import TrackingModel
internal import VisitModel

extension RadarClient {
    /// Starts background tracking (`Radar.startTracking`), which continues across restarts of the app and the phone
    /// until `stopTracking()`.
    ///
    /// Options of the server take precedence over these. `nil` means those of the last start, otherwise the efficient
    /// preset, which leaves the decision to the server. Options that may be a mistake, or are deprecated, are returned
    /// and published as `RadarMessage.warning`, but apply all the same. Without the permission nothing starts, and
    /// `errorPermissions` is published. Throws `TrackingEngineError` with code `options` for options of the other
    /// platform.
    @discardableResult
    public func startTracking(
        trackingOptions: RadarTrackingOptions? = nil
    ) throws(TrackingEngineError) -> [ConfigurationWarning] {
        let options =
            trackingOptions ?? state.withLock(\.tracking.sources.local) ?? .presetEfficient(on: phone.platform)
        checkAvailability()
        try step { (tracking, now) throws(TrackingEngineError) in try tracking.start(options, at: now) }
        let modes = phone.manifest.backgroundModes
        let warnings = options.warnings(
            hasLocationBackgroundMode: phone.platform == .ios ? modes.contains("location") : nil
        )
        for warning in warnings { submit(.emit(.warning(warning))) }
        return warnings
    }

    /// Stops tracking (`Radar.stopTracking`) and discards `startTrackingAfter` and `stopTrackingAfter`.
    public func stopTracking() { step { $0.stop(at: $1) } }

    /// Whether tracking is on (`Radar.isTracking`).
    public var isTracking: Bool { state.withLock(\.tracking.isTracking) }

    /// The effective options: the server's, otherwise the app's, otherwise the efficient preset.
    public var trackingOptions: RadarTrackingOptions { state.withLock(\.tracking.options) }

    /// The SDK's own name of `trackingOptions` (`Radar.getTrackingOptions`).
    public func getTrackingOptions() -> RadarTrackingOptions { trackingOptions }

    /// Returns whether the effective options come from the server (`Radar.isUsingRemoteTrackingOptions`).
    public func isUsingRemoteTrackingOptions() -> Bool { state.withLock(\.tracking.usesRemoteOptions) }

    /// Whether the device is stopped, according to the last update.
    public var isStopped: Bool { state.withLock(\.tracking.motion.isStopped) }

    /// The number of failed updates that wait for the next one.
    public var waitingUpdates: Int { state.withLock(\.tracking.replay.waiting.count) }

    /// Sets the text of Android's notification while a foreground service runs (`Radar.setForegroundServiceOptions`).
    ///
    /// Replaces `RadarTrackingOptions.foregroundService`, which is deprecated. A notification that is already shown
    /// stays as it is. Has no effect on iOS. Returns warnings, which are also published as `RadarMessage.warning`:
    /// `icon` is deprecated.
    @discardableResult
    public func setForegroundServiceOptions(_ options: RadarForegroundServiceOptions) -> [ConfigurationWarning] {
        step { (tracking, _) in
            tracking.setForegroundServiceOptions(options)
            return [.store]
        }
        for warning in options.warnings { submit(.emit(.warning(warning))) }
        return options.warnings
    }

    /// The current text of Android's notification; `nil` while no foreground service of Radar's runs.
    public var foregroundNotification: RadarForegroundServiceOptions? { state.withLock(\.notification) }

    /// Requests one fix, uploads it and waits for the response (`Radar.trackOnce`), whether or not tracking is on.
    ///
    /// Without a fix within 20 s the status is `errorLocation`, without a response within 10 s `errorNetwork`. Both
    /// timeouts count only while the process runs, so a suspended app gets its result when it runs again.
    public func trackOnce(desiredAccuracy: RadarDesiredAccuracy = .medium) async -> RadarTrackResult {
        await result { beginTrackOnce(desiredAccuracy, then: $0) }
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
    public func track(location: RadarLocation) { receive(location, from: .manualLocation) }

    /// The current trip (`Radar.getTripOptions`); `nil` for none.
    public var trip: RadarTripOptions? { state.withLock(\.tracking.trip) }

    /// Starts a trip (`Radar.startTrip`).
    ///
    /// When the server has accepted it, tracking starts with the trip's options, or if it is off and the trip requires
    /// it, and one update is requested. Without `trackingOptions` the effective options stay. `RadarSetup.trips`
    /// decides about a trip that the server does not know; one that is kept on the phone alone has the status
    /// `success`. After any other failure nothing changes. Throws `TrackingEngineError` with code `options` for options
    /// of the other platform.
    @discardableResult
    public func startTrip(
        _ options: RadarTripOptions,
        trackingOptions: RadarTrackingOptions? = nil
    ) async throws(TrackingEngineError) -> RadarStatus {
        try trackingOptions?.check(for: phone.platform)
        return await result { call(.start(options), trackingOptions, then: $0) }
    }

    /// Sends changes of the current trip to the server (`Radar.updateTrip`); they apply when the server has accepted
    /// them.
    ///
    /// A `nil` status leaves the status of the trip to the server.
    @discardableResult
    public func updateTrip(_ options: RadarTripOptions, status: RadarTripStatus? = nil) async -> RadarStatus {
        await result { beginUpdateTrip(options, status: status, then: $0) }
    }

    /// Completes the trip (`Radar.completeTrip`).
    ///
    /// The options from before the trip are restored. If there were none, tracking stops, even if the server could not
    /// be reached. The trip itself is over only when the server has ended it or does not know it. Without a trip the
    /// status is `errorNotFound`.
    @discardableResult
    public func completeTrip() async -> RadarStatus { await result { beginEndTrip(isCompleted: true, then: $0) } }

    /// Cancels the trip (`Radar.cancelTrip`), with the same consequences as `completeTrip()`.
    @discardableResult
    public func cancelTrip() async -> RadarStatus { await result { beginEndTrip(isCompleted: false, then: $0) } }

    /// Waits for the result of a call in its callback form.
    private func result<Value: Sendable>(
        of begin: (_ answer: @escaping @Sendable (Value) -> Void) -> Void
    ) async -> Value {
        await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
    }

    /// The callback form of `startTrip(_:trackingOptions:)`, for a simulation that runs everything in order.
    package func beginStartTrip(
        _ options: RadarTripOptions,
        trackingOptions: RadarTrackingOptions? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) throws(TrackingEngineError) {
        try trackingOptions?.check(for: phone.platform)
        call(.start(options), trackingOptions, then: answer)
    }

    /// The callback form of `updateTrip(_:status:)`.
    package func beginUpdateTrip(
        _ options: RadarTripOptions,
        status: RadarTripStatus? = nil,
        then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }
    ) {
        call(.update(options, status), nil, then: answer)
    }

    /// The callback form of `completeTrip()` and `cancelTrip()`.
    package func beginEndTrip(isCompleted: Bool, then answer: @escaping @Sendable (RadarStatus) -> Void = { _ in }) {
        guard let trip else { return answer(.errorNotFound) }
        call(.end(trip, isCompleted: isCompleted), nil, then: answer)
    }

    /// The id of this installation, created at the first run of the SDK (`installId`).
    public var installID: String { state.withLock(\.user.installID) }

    /// The app's id of the member (`Radar.setUserId`); `nil` while no member is logged in.
    public var userID: String? {
        get { state.withLock(\.user.userID) }
        set { change { $0.userID = newValue } }
    }

    /// The app's description of the member (`Radar.setDescription`).
    public var userDescription: String? {
        get { state.withLock(\.user.userDescription) }
        set { change { $0.userDescription = newValue } }
    }

    /// The app's metadata about the member (`Radar.setMetadata`).
    public var metadata: [String: ConfigValue] {
        get { state.withLock(\.user.metadata) }
        set { change { $0.metadata = newValue } }
    }

    /// The tags of the member (`Radar.setTags`).
    public var userTags: [String] {
        get { state.withLock(\.user.tags) }
        set { change { $0.tags = newValue } }
    }

    /// From the next request on.
    private func change(_ change: (inout StoredRadar.User) -> Void) {
        lane.lock()
        defer { lane.unlock() }
        state.withLock { state in
            let before = state.user
            change(&state.user)
            if state.user.userID != before.userID { state.user.serverUserID = nil }
            if state.user != before { state.isDirty = true }
        }
        act()
    }
}
