internal import Foundation
internal import PhoneOS
internal import PhoneStore
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Configures the SDK: to be called once in each process, from the app's root, before anything that requires a
    /// location or a permission.
    ///
    /// Tracking that was on continues. Events since the start of the app are emitted to the listeners now. A second
    /// call changes nothing and emits a warning. Transistor, BGGeo.ready.
    ///
    /// - Parameters:
    ///   - reset: whether the options are applied over those of an earlier launch; false applies them only at the first
    ///     launch after the installation.
    ///   - transistorAuthorizationToken: the access token of uploads, if `configure` sets none.
    ///   - configure: sets options on those of an earlier launch, or on the documented defaults.
    /// - Returns: the resulting state.
    /// - Throws: `MobileSDKError` with code `storage` if the phone's file cannot be read.
    @discardableResult
    public func ready(
        reset: Bool = true,
        transistorAuthorizationToken: String? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) async throws -> State {
        try readyNow(reset: reset, transistorAuthorizationToken: transistorAuthorizationToken, configure)
    }

    /// The synchronous form, for a simulation that runs everything in order.
    @discardableResult
    package func readyNow(
        reset: Bool = true,
        transistorAuthorizationToken: String? = nil,
        _ configure: (inout TrackingConfig) -> Void
    ) throws -> State {
        try lane.withLock {
            begin(.user)
            if let error = session.withLock(\.loadError) { throw error }
            let (time, start) = (phone.now(), ConfigStart(reset: reset))
            let wasReady = session.withLock { $0.tracking.isReady }
            let given = wasReady ? nil : given(start, transistorAuthorizationToken, configure)
            session.withLock { session in
                session.add(.tracking(session.tracking.ready(start, at: time) { $0 = given ?? $0 }, time))
            }
            if !wasReady {
                log(.info, "ready", at: time)
                review()
            }
            work()
            if !wasReady { restoreUnfinishedUploads() }
            wentOn()
            return session.withLock { State($0.tracking) }
        }
    }

    /// Returns the app's configuration; `nil` if that of the first launch applies.
    ///
    /// Evaluated beforehand, so that the app's code runs without a lock.
    private func given(
        _ start: ConfigStart,
        _ token: String?,
        _ configure: (inout TrackingConfig) -> Void
    ) -> TrackingConfig? {
        var base: TrackingConfig?
        var trial = session.withLock { $0.tracking }
        _ = trial.ready(start, at: phone.now()) { base = $0 }
        guard var config = base else { return nil }
        if let token { config.authorization.accessToken = token }
        configure(&config)
        return config
    }

    /// Emits warnings about options that may not do what was intended.
    private func review() {
        let time = phone.now()
        let (config, losses) = session.withLock { session in
            defer { session.loadWarnings = [] }
            return (session.tracking.config, session.loadWarnings)
        }
        for warning in losses + config.warnings(app: AppFacts(of: phone)) { emit(.warning(warning), at: time) }
    }

    /// Cancels iOS services of an earlier process that are no longer needed, as after a state that could not be read.
    private func restoreUnfinishedUploads() {
        guard phone.platform == .ios else { return }
        let (state, place) = session.withLock { ($0.tracking.state, $0.stationaryPlace) }
        if !state.isEnabled, !state.isSchedulerEnabled { phone.stopSignificantChanges() }
        guard place == nil || !state.isEnabled else { return }
        session.withLock { $0.stationaryPlace = nil }
        phone.removeRegions((phone.monitoredRegions ?? []).filter { $0.text == TrackedRegion.stationaryID })
    }
}

extension AppFacts {
    /// Reads the facts of the app that a phone knows.
    init(of phone: any PhoneOS) {
        self.init()
        switch phone.platform {
        case .ios:
            hasMotionUsageDescription = phone.manifest.usageDescriptions.contains(AppManifest.motionKey)
            hasLocationBackgroundMode = phone.manifest.backgroundModes.contains(AppManifest.locationMode)
            hasAudioBackgroundMode = phone.manifest.backgroundModes.contains("audio")
        case .android:
            androidAPILevel = phone.version.androidAPILevel
        }
    }
}

extension OSVersion {
    /// The API level of an Android release, from 8 on; `nil` before.
    ///
    /// Google, "Codenames, tags, and build numbers".
    fileprivate var androidAPILevel: Int? {
        switch major {
        case 8: minor == 0 ? 26 : 27
        case 9: 28
        case 10: 29
        case 11: 30
        case 12...: major + 20 + (major == 12 && minor == 0 ? -1 : 0)
        default: nil
        }
    }
}
