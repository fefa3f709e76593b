internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel
internal import VisitStore

extension BackgroundGeolocation {
    /// Looks for the current position, at full power: stored and uploaded like any other.
    ///
    /// Several fixes are asked for, each of which `onLocation` is told as a sample. After `ready`. Transistor,
    /// BGGeo.getCurrentPosition.
    ///
    /// - Parameters:
    ///   - timeout: seconds to wait.
    ///   - desiredAccuracy: metres; a fix as good as this ends the search early.
    ///   - maximumAge: milliseconds; a known fix that is no older is answered at once.
    ///   - samples: how many fixes the best is chosen from, 1 or more.
    ///   - allowStale: whether the last known fix will do where none comes in time.
    ///   - persist: whether it is stored and uploaded.
    ///   - label: what it is for, which the log names with the request and with its failure.
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

    /// Sets the odometer, and records where.
    ///
    /// After `ready`. Transistor, BGGeo.setOdometer.
    ///
    /// - Parameters:
    ///   - meters: what it is to show.
    ///   - timeout: seconds to wait for a position.
    ///   - desiredAccuracy: metres; 0 is the best there is.
    ///   - maximumAge: milliseconds; a known fix that is no older will do.
    ///   - samples: how many fixes the best is chosen from, 1 or more.
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

    /// Sets the odometer to 0 and records where, as `setOdometer` does.
    ///
    /// After `ready`. Transistor, BGGeo.resetOdometer.
    ///
    /// - Parameters:
    ///   - timeout: seconds to wait for a position.
    ///   - desiredAccuracy: metres; 0 is the best there is.
    ///   - maximumAge: milliseconds; a known fix that is no older will do.
    ///   - samples: how many fixes the best is chosen from, 1 or more.
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

    /// `getCurrentPosition` whose answer comes by a call, for a simulation in which everything has its turn.
    package func getCurrentPositionNow(
        _ request: PositionRequest = PositionRequest(),
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void
    ) throws(MobileSDKError) {
        try ask(request, then: answer) { $0.getCurrentPosition(request, at: $1) }
    }

    /// `setOdometer` whose answer comes by a call.
    package func setOdometerNow(
        _ meters: Double,
        _ request: PositionRequest = .forOdometer,
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void
    ) throws(MobileSDKError) {
        try ask(request, then: answer) { $0.setOdometer(meters, request, at: $1) }
    }

    private func ask(
        _ request: PositionRequest,
        then answer: @escaping @Sendable (Result<LocationEvent, LocationError>) -> Void,
        _ ask: (inout BackgroundTracking, Timestamp) -> (id: Int, effects: [TrackingEffect])
    ) throws(MobileSDKError) {
        try checkReady("a position is asked for")
        let name = request.label.map { " (\($0))" } ?? ""
        let answer: @Sendable (Result<LocationEvent, LocationError>) -> Void = { [weak self] result in
            if let self, case .failure(let error) = result {
                log(.warning, "no position\(name): \(error)", at: phone.now())
            }
            answer(result)
        }
        lane.withLock {
            let time = phone.now()
            log(.info, "a position is requested\(name)", at: time)
            session.withLock { session in
                let (id, effects) = ask(&session.tracking, time)
                // Before anything is carried out: the answer may be there already.
                session.positions[id] = answer
                session.add(.tracking(effects, time))
            }
            work()
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

    /// Refuses what would go by defaults instead of the app's options.
    func checkReady(_ what: String) throws(MobileSDKError) {
        guard session.withLock({ $0.tracking.isReady }) else {
            throw MobileSDKError(.notReady, "\(what) before `ready`: wait for it, from the root of the app")
        }
    }
}
