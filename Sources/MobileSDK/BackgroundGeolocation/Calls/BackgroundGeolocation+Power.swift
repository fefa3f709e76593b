internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Starts tracking of locations and geofences, until `stop`, across restarts.
    ///
    /// The phone counts as stationary, one location is recorded, and location services are off until it moves. The
    /// permissions of the configuration are requested (`GeolocationConfig.locationAuthorizationRequest`). This
    /// overrides the schedule until its next edge, and replaces `startGeofences`. Before `ready` the default options
    /// apply, with a warning. Transistor, BGGeo.start.
    ///
    /// - Throws: `LocationError.denied` if the member does not allow location; tracking stays off then.
    public func start() async throws {
        try startNow()
        await requestPermissions()
    }

    /// Starts monitoring of geofences alone, until `stop`; tracking of locations ends, and no crossing is lost.
    ///
    /// Transistor, BGGeo.startGeofences.
    ///
    /// - Throws: `LocationError.denied` if the member does not allow location.
    public func startGeofences() async throws {
        try startGeofencesNow()
        await requestPermissions()
    }

    /// The synchronous form of `start` without permission requests, for a simulation that runs everything in order.
    package func startNow() throws(LocationError) { try begin(TrackingState.Mode.location) }

    /// The synchronous form of `startGeofences` without permission requests.
    package func startGeofencesNow() throws(LocationError) { try begin(TrackingState.Mode.geofences) }

    private func begin(_ mode: TrackingState.Mode) throws(LocationError) {
        var failure: LocationError?
        decide { tracking, time in
            do throws(LocationError) {
                return try mode == .location ? tracking.start(at: time) : tracking.startGeofences(at: time)
            } catch {
                failure = error
                return []
            }
        }
        if let failure { throw failure }
    }

    /// Stops all tracking; the schedule stays active.
    ///
    /// Transistor, BGGeo.stop.
    public func stop() { decide { $0.stop(at: $1) } }

    /// Sets the motion state: moving turns location services on at once, stationary turns them off.
    ///
    /// Only a warning while locations are not tracked. Transistor, BGGeo.changePace.
    ///
    /// - Parameter isMoving: true for moving.
    public func changePace(_ isMoving: Bool) { decide { $0.changePace(isMoving, at: $1) } }

    /// Activates `AppConfig.schedule`; only a warning if it cannot be parsed.
    ///
    /// Transistor, BGGeo.startSchedule.
    public func startSchedule() { decide { $0.startSchedule(at: $1) } }

    /// Deactivates the schedule; tracking stays on if it is on.
    ///
    /// Transistor, BGGeo.stopSchedule.
    public func stopSchedule() { decide { $0.stopSchedule(at: $1) } }

    /// Changes options at run time: the overview's name of `config.batchUpdate`.
    ///
    /// - Parameter change: sets options.
    public func setConfig(_ change: (inout TrackingConfig) -> Void) { config.batchUpdate(change) }

    /// Resets every option to its documented default: the overview's name of `config.reset`.
    public func reset() { config.reset() }
}
