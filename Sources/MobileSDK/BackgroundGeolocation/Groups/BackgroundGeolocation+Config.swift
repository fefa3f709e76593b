internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

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

        /// Changes several options at once.
        ///
        /// Transistor, AppConfig, "Update later at runtime".
        ///
        /// - Parameter change: sets options on the effective ones.
        public func batchUpdate(_ change: (inout TrackingConfig) -> Void) {
            owner.lane.withLock {
                owner.begin(.user)
                // Called without a lock, so that it may call any method.
                let old = owner.session.withLock { $0.tracking.config }
                var new = old
                change(&new)
                // Only the groups change: the options keep this phone's platform.
                let given = new.moved(to: old.platform)
                owner.decide { $0.configure(at: $1) { $0 = given } }
                guard given.authorization.accessToken != old.authorization.accessToken else { return }
                owner.add(.tokenChanged, at: owner.phone.now())
                owner.work()
            }
        }

        /// Resets every option to its documented default.
        ///
        /// Transistor, BGGeo.ready, second example.
        public func reset() { owner.decide { $0.resetConfig(at: $1) } }
    }
}
