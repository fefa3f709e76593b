internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Turns tracking of locations and geofences on, until `stop`, over restarts.
    ///
    /// The phone counts as stationary, one location is recorded, and location services go off until it moves. The member is
    /// asked for what the configuration wants (`GeolocationConfig.locationAuthorizationRequest`). It overrides the schedule
    /// until its next edge, and takes the place of `startGeofences`. Before `ready` the defaults stand in for the options,
    /// and a warning says so. Transistor, BGGeo.start.
    ///
    /// - Throws: `LocationError.denied` where the member does not allow location; nothing is on then.
    public func start() async throws {
        try startNow()
        await askMember()
    }

    /// Turns the monitoring of geofences alone on, until `stop`; tracking of locations ends, and no crossing is lost.
    ///
    /// Transistor, BGGeo.startGeofences.
    ///
    /// - Throws: `LocationError.denied` where the member does not allow location.
    public func startGeofences() async throws {
        try startGeofencesNow()
        await askMember()
    }

    /// `start` at once and without asking the member, for a simulation in which everything has its turn.
    package func startNow() throws(LocationError) { try begin(TrackingState.Mode.location) }

    /// `startGeofences` at once and without asking the member.
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

    /// Turns everything off; the schedule goes on.
    ///
    /// Transistor, BGGeo.stop.
    public func stop() { decide { $0.stop(at: $1) } }

    /// Makes the phone count as moving, which turns location services on at once, or as stationary, which turns them off.
    ///
    /// A warning and nothing else while locations are not tracked. Transistor, BGGeo.changePace.
    ///
    /// - Parameter isMoving: true for moving.
    public func changePace(_ isMoving: Bool) { decide { $0.changePace(isMoving, at: $1) } }

    /// Follows `AppConfig.schedule` from now on; a warning and nothing else where it can't be read.
    ///
    /// Transistor, BGGeo.startSchedule.
    public func startSchedule() { decide { $0.startSchedule(at: $1) } }

    /// Follows the schedule no longer; what is on stays on.
    ///
    /// Transistor, BGGeo.stopSchedule.
    public func stopSchedule() { decide { $0.stopSchedule(at: $1) } }

    /// Changes options at run time: `config.batchUpdate` under the name of the overview.
    ///
    /// - Parameter change: sets options.
    public func setConfig(_ change: (inout TrackingConfig) -> Void) { config.batchUpdate(change) }

    /// Puts every option back to its documented default: `config.reset` under the name of the overview.
    public func reset() { config.reset() }
}
