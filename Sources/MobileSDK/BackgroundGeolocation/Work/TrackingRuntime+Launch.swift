internal import PhoneOS
internal import PhoneStore
internal import TrackingEngine

extension TrackingRuntime {
    /// A second call changes nothing but emits a warning.
    func ready(
        reset: Bool,
        token: String?,
        _ configure: (inout TrackingConfig) -> Void
    ) throws -> BackgroundGeolocation.State {
        try call {
            if let error = session.withLock(\.loadError) { throw error }
            let (time, start) = (phone.now(), ConfigStart(reset: reset))
            let wasReady = session.withLock { $0.tracking.isReady }
            let given = wasReady ? nil : given(start, token, configure)
            session.withLock { session in
                session.add(.tracking(session.tracking.ready(start, at: time) { $0 = given ?? $0 }, time))
            }
            if !wasReady {
                session.log(.info, "ready", at: time)
                review()
            }
            work()
            if !wasReady { restoration.cancelObsoleteServices() }
            restoration.complete()
            return session.withLock { BackgroundGeolocation.State($0.tracking) }
        }
    }

    /// `nil` if the configuration of the first launch applies; evaluated beforehand, so that the app's code runs
    /// without a lock.
    private func given(
        _ start: ConfigStart,
        _ token: String?,
        _ configure: (inout TrackingConfig) -> Void
    ) -> TrackingConfig? {
        var (config, appliesGiven) = session.withLock { $0.tracking.baseConfig(start) }
        guard appliesGiven else { return nil }
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
        for warning in losses + config.warnings(app: AppFacts(of: phone)) { events.emit(.warning(warning), at: time) }
    }

    /// Restores the state of the last process and continues tracking, as far as that does not require the app.
    func resume(_ reason: LaunchReason) {
        serialized {
            begin(reason)
            work()
            restoration.complete()
        }
    }

    /// Loads the state, unless that was done in this process.
    func begin(_ reason: LaunchReason) {
        guard session.withLock({ $0.launch == nil || $0.loadError != nil }) else { return }
        load(TrackingLaunch(reason))
    }

    /// A state that was loaded for another reason, without effects so far, is loaded again.
    func launched(_ reason: LaunchReason) {
        let launch = TrackingLaunch(reason)
        guard session.withLock({ $0.launch != launch && !$0.tracking.isRunning }) else { return }
        persistence.write(all: true)
        session.withLock { $0.launch = nil }
        load(launch)
        work()
        restoration.complete()
    }

    /// Loads the state, subscribes to the phone's signals, and continues tracking if that does not require the app.
    private func load(_ launch: TrackingLaunch) {
        let time = phone.now()
        session.withLock { $0.launch = launch }
        restoration.restore(launch, at: time)
        phone.setSignalHandler { [weak self] signal, time in self?.handle(signal, at: time) }
        let isOnScreen = phone.appState == .foreground
        session.withLock { session in
            session.backgroundTime.moved(toScreen: isOnScreen, at: time)
            let unlocking = session.uploads.launch()
            session.add(.uploads(unlocking, time))
            session.add(.tracking(session.tracking.launched(at: time), time))
            if launch == .boot { session.add(.trigger(.booted, time)) }
        }
        session.log(.info, "launched: \(launch.rawValue)", at: time)
        persistence.deleteExpired(at: time)
    }
}
