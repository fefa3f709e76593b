package import MobileSDKCore
internal import PhoneOS
internal import PhoneStore
public import TrackingEngine
public import TrackingModel
internal import VisitModel

extension BackgroundGeolocation {
    /// Finds the current position at full power, and stores and uploads it like any other.
    ///
    /// Several fixes are requested, each of which `onLocation` receives as a sample. Requires `ready`. Transistor,
    /// BGGeo.getCurrentPosition.
    ///
    /// - Parameters:
    ///   - timeout: the maximum wait in seconds.
    ///   - desiredAccuracy: in metres; a fix of this accuracy ends the search early.
    ///   - maximumAge: in milliseconds; a cached fix that is not older is returned at once.
    ///   - samples: the number of fixes to choose the best from, 1 or more.
    ///   - allowStale: whether the last known fix is accepted if none comes in time.
    ///   - persist: whether the location is stored and uploaded.
    ///   - label: the purpose, named in the log with the request and its failure.
    ///   - extras: values that are added to the record.
    /// - Returns: the location.
    /// - Throws: `LocationError`; `MobileSDKError` with code `notReady` before `ready`.
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

    /// Sets the odometer, and records a location for it.
    ///
    /// Requires `ready`. Transistor, BGGeo.setOdometer.
    ///
    /// - Parameters:
    ///   - meters: the new value.
    ///   - timeout: the maximum wait for a position in seconds.
    ///   - desiredAccuracy: in metres; 0 is the best available.
    ///   - maximumAge: in milliseconds; a cached fix that is not older is used.
    ///   - samples: the number of fixes to choose the best from, 1 or more.
    ///   - persist: whether the location is stored and uploaded.
    ///   - extras: values that are added to the record.
    /// - Returns: the location.
    /// - Throws: `LocationError`; `MobileSDKError` with code `notReady` before `ready`.
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

    /// Sets the odometer to 0 and records a location for it, like `setOdometer`.
    ///
    /// Requires `ready`. Transistor, BGGeo.resetOdometer.
    ///
    /// - Parameters:
    ///   - timeout: the maximum wait for a position in seconds.
    ///   - desiredAccuracy: in metres; 0 is the best available.
    ///   - maximumAge: in milliseconds; a cached fix that is not older is used.
    ///   - samples: the number of fixes to choose the best from, 1 or more.
    ///   - persist: whether the location is stored and uploaded.
    ///   - extras: values that are added to the record.
    /// - Returns: the location.
    /// - Throws: as `setOdometer`.
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

    /// The callback form of `setOdometer`.
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
                session.calls.addPosition(id, answer)
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
                session.calls.addStream(id, PendingCalls.PositionListener(success: success, failure: failure))
                session.add(.tracking(effects, time))
                return id
            }
            runtime.work()
            return id
        }
    }

    /// Ends a stream of positions.
    ///
    /// - Parameter id: the stream's number; an unknown one is ignored.
    public func stopWatchPosition(_ id: Int) {
        // Removed first, so that the caller receives nothing more.
        session.withLock { $0.calls.removeStream(id) }
        runtime.decide { $0.stopWatchPosition(id, at: $1) }
    }
}
