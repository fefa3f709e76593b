package import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
public import TrackingEngine
public import TrackingModel
internal import VisitModel

extension BackgroundGeolocation {
    /// Finds the current position at full power, and stores and uploads it like any other.
    ///
    /// Several fixes are requested, each of which `onLocation` receives as a sample. `timeout` is in seconds,
    /// `desiredAccuracy` in metres, `maximumAge` in milliseconds. A cached fix that is not older than `maximumAge` is
    /// returned at once. Otherwise the best of `samples` fixes, 1 or more, is chosen; one of the desired accuracy ends
    /// the search early. With `allowStale` the last known fix is accepted if none comes in time. `persist` decides
    /// whether the location is stored and uploaded; `extras` are added to the record. `label` is the purpose, named in
    /// the log with the request and its failure. Throws `LocationError`, or `MobileSDKError` with code `notReady`
    /// before `ready`. Transistor, BGGeo.getCurrentPosition.
    public func getCurrentPosition(
        timeout: Double = 10,
        desiredAccuracy: Double = 5,
        maximumAge: Double = 0,
        samples: Int = 3,
        allowStale: Bool = true,
        persist: Bool = true,
        label: String? = "getCurrentPosition",
        extras: [String: ConfigValue] = [:]
    ) async throws -> LocationEvent {
        var request = PositionRequest()
        (request.timeout, request.desiredAccuracy, request.maximumAge) = (timeout, desiredAccuracy, maximumAge)
        (request.samples, request.allowStale, request.persist) = (samples, allowStale, persist)
        (request.label, request.extras) = (label, extras)
        return try await position { try self.getCurrentPositionNow(request, then: $0) }
    }

    /// Sets the odometer in metres, and records a location for it.
    ///
    /// The parameters and the errors are those of `getCurrentPosition`; a `desiredAccuracy` of 0 is the best available.
    /// Transistor, BGGeo.setOdometer.
    @discardableResult
    public func setOdometer(
        _ meters: Double,
        timeout: Double = 10,
        desiredAccuracy: Double = 0,
        maximumAge: Double = 5000,
        samples: Int = 3,
        persist: Bool = true,
        extras: [String: ConfigValue] = [:]
    ) async throws -> LocationEvent {
        var request = PositionRequest.forOdometer
        (request.timeout, request.desiredAccuracy, request.maximumAge) = (timeout, desiredAccuracy, maximumAge)
        (request.samples, request.persist, request.extras) = (samples, persist, extras)
        return try await position { try self.setOdometerNow(meters, request, then: $0) }
    }

    /// Sets the odometer to 0 and records a location for it, like `setOdometer` (Transistor, BGGeo.resetOdometer).
    @discardableResult
    public func resetOdometer(
        timeout: Double = 10,
        desiredAccuracy: Double = 0,
        maximumAge: Double = 5000,
        samples: Int = 3,
        persist: Bool = true,
        extras: [String: ConfigValue] = [:]
    ) async throws -> LocationEvent {
        try await setOdometer(
            0,
            timeout: timeout,
            desiredAccuracy: desiredAccuracy,
            maximumAge: maximumAge,
            samples: samples,
            persist: persist,
            extras: extras
        )
    }

    /// The callback form of `getCurrentPosition`, for a simulation that runs everything in order.
    package func getCurrentPositionNow(
        _ request: PositionRequest = PositionRequest(),
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void
    ) throws(MobileSDKError) {
        try requestFix(request, then: answer) { $0.getCurrentPosition(request, at: $1) }
    }

    package func setOdometerNow(
        _ meters: Double,
        _ request: PositionRequest = .forOdometer,
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void
    ) throws(MobileSDKError) {
        try requestFix(request, then: answer) { $0.setOdometer(meters, request, at: $1) }
    }

    private func requestFix(
        _ request: PositionRequest,
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void,
        _ ask: (inout BackgroundTracking, Timestamp) -> (id: Int, effects: [TrackingEffect])
    ) throws(MobileSDKError) {
        try runtime.checkReady("a position is requested")
        let name = request.label.map { " (\($0))" } ?? ""
        let answer: @Sendable (Result<LocationEvent, LocationError>) -> Void = { [weak runtime] result in
            if let runtime, case .failure(let error) = result {
                runtime.session.log(.warning, "no position\(name): \(error)", at: runtime.phone.now())
            }
            answer(result)
        }
        runtime.serialized {
            let time = runtime.phone.now()
            session.log(.info, "a position is requested\(name)", at: time)
            session.withLock { session in
                let (id, effects) = ask(&session.tracking, time)
                // Stored before any effect is performed, since the result may be available at once.
                session.calls.positions[id] = answer
                session.add(.tracking(effects, time))
            }
            runtime.work()
        }
    }

    private func position(
        _ ask: (@escaping @Sendable (Result<LocationEvent, LocationError>) -> Void) throws -> Void
    ) async throws -> LocationEvent {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try ask { continuation.resume(with: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }

    /// Delivers positions until `stopWatchPosition`, and returns the number of the stream, or 0 before `ready`.
    ///
    /// Meant for an app in the foreground, which must end it when it leaves: on iOS it prevents the app from being
    /// suspended. `interval` is in milliseconds. After `timeout` seconds without a position `failure` receives a
    /// `LocationError`, once until the next position. Before `ready` it receives a `MobileSDKError`. `persist` decides
    /// whether positions are stored while tracking is on, each with `extras`. Transistor, BGGeo.watchPosition.
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
            try runtime.checkReady("watching positions")
        } catch {
            failure(error)
            return 0
        }
        var request = WatchRequest()
        (request.interval, request.timeout) = (interval, timeout)
        (request.persist, request.extras) = (persist, extras)
        return runtime.serialized {
            let time = runtime.phone.now()
            let id = session.withLock { session in
                let (id, effects) = session.tracking.watchPosition(request, at: time)
                session.calls.streams[id] = PendingCalls.PositionListener(success: success, failure: failure)
                session.add(.tracking(effects, time))
                return id
            }
            runtime.work()
            return id
        }
    }

    /// Ends a stream of positions; an unknown number is ignored.
    public func stopWatchPosition(_ id: Int) {
        // Removed first, so that the caller receives nothing more.
        session.withLock { $0.calls.streams[id] = nil }
        runtime.decide { $0.stopWatchPosition(id, at: $1) }
    }
}
