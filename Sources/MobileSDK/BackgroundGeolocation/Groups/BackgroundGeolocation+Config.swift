public import PhoneOS
public import TrackingEngine
public import VisitModel

extension BackgroundGeolocation {
    /// Reads and changes options.
    public var config: Config { Config(owner: self) }

    /// The effective options (`Config`): a group that is set takes effect at once and is stored.
    ///
    /// Several changes belong into one `batchUpdate`, since each change may turn location services off and on.
    public struct Config: Sendable {
        let owner: BackgroundGeolocation

        /// All effective options.
        public var current: TrackingConfig { owner.state.config }

        /// The options of location requests.
        public var geolocation: GeolocationConfig {
            get { current.geolocation }
            nonmutating set { batchUpdate { $0.geolocation = newValue } }
        }

        /// The options of motion detection.
        public var activity: ActivityConfig {
            get { current.activity }
            nonmutating set { batchUpdate { $0.activity = newValue } }
        }

        /// The options of the app's life cycle.
        public var app: AppConfig {
            get { current.app }
            nonmutating set { batchUpdate { $0.app = newValue } }
        }

        /// The options of uploads.
        public var http: HttpConfig {
            get { current.http }
            nonmutating set { batchUpdate { $0.http = newValue } }
        }

        /// The options of storage.
        public var persistence: PersistenceConfig {
            get { current.persistence }
            nonmutating set { batchUpdate { $0.persistence = newValue } }
        }

        /// The options of the log for developers.
        public var logger: LoggerConfig {
            get { current.logger }
            nonmutating set { batchUpdate { $0.logger = newValue } }
        }

        /// The tokens of uploads.
        public var authorization: AuthorizationConfig {
            get { current.authorization }
            nonmutating set { batchUpdate { $0.authorization = newValue } }
        }

        /// Changes several options at once (Transistor, AppConfig, "Update later at runtime").
        public func batchUpdate(_ change: (inout TrackingConfig) -> Void) {
            let runtime = owner.runtime
            runtime.call {
                // Called without a lock, so that it may call any method.
                let old = runtime.session.withLock { $0.tracking.config }
                var new = old
                change(&new)
                // Only the groups change: the options keep this phone's platform.
                let given = new.moved(to: old.platform)
                runtime.decide { $0.configure(at: $1) { $0 = given } }
                guard given.authorization.accessToken != old.authorization.accessToken else { return }
                runtime.session.add(.tokenChanged, at: runtime.phone.now())
                runtime.work()
            }
        }

        /// Resets every option to its documented default (Transistor, BGGeo.ready, second example).
        public func reset() { owner.runtime.decide { $0.resetConfig(at: $1) } }
    }
}

extension BackgroundGeolocation {
    /// Background tasks and power saving (`App`).
    public var app: App { App(owner: self) }

    /// Background tasks and power saving.
    public struct App: Sendable {
        let owner: BackgroundGeolocation

        /// As `BackgroundGeolocation.startBackgroundTask()`.
        public func startBackgroundTask() -> Int { owner.startBackgroundTask() }
        /// As `BackgroundGeolocation.stopBackgroundTask(_:)`.
        public func stopBackgroundTask(_ id: Int) { owner.stopBackgroundTask(id) }
        /// As `BackgroundGeolocation.isPowerSaveMode`.
        public var isPowerSaveMode: Bool { owner.isPowerSaveMode }
        /// Whether the app is exempt from battery optimisation; always false on iOS.
        public var isIgnoringBatteryOptimizations: Bool { owner.runtime.phone.isExemptFromBatteryOptimization }
    }
}

extension BackgroundGeolocation {
    /// Permission for location (`Authorization`).
    public var authorization: Authorization { Authorization(owner: self) }

    /// Permission for location.
    public struct Authorization: Sendable {
        let owner: BackgroundGeolocation

        /// As `BackgroundGeolocation.requestPermission()`.
        @discardableResult
        public func requestPermission() async throws -> ProviderState.Status { try await owner.requestPermission() }
        /// As `BackgroundGeolocation.getProviderState()`.
        public var providerState: ProviderState { owner.getProviderState() }
    }
}

extension BackgroundGeolocation {
    /// The phone's sensors of movement.
    public var sensors: Sensors { Sensors(owner: self) }

    /// The phone's sensors of movement, as far as its system reports them.
    public struct Sensors: Sendable {
        let owner: BackgroundGeolocation

        /// The phone's operating system.
        public var platform: Platform { owner.runtime.phone.platform }
        /// The status of the motion permission.
        public var motionPermission: PermissionStatus { owner.runtime.phone.status(of: .physicalActivity) }
        /// Whether the phone has the motion hardware, regardless of the permission.
        public var hasMotionHardware: Bool { owner.runtime.phone.hasMotionHardware }
        /// Whether the app receives motion activity: the hardware is present, the member allows it and, on Android,
        /// Google Play services are available.
        public var isMotionAvailable: Bool {
            hasMotionHardware && motionPermission == .granted && owner.runtime.phone.playServices == .available
        }
        /// Whether the phone can monitor regions.
        public var isRegionMonitoringAvailable: Bool { owner.runtime.phone.isRegionMonitoringAvailable }
    }
}
