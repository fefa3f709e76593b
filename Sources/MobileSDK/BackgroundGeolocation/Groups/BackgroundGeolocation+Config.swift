internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Reads and changes options.
    public var config: Config { Config(owner: self) }

    /// The options in force (`Config`): a group that is set is in force at once, and kept.
    ///
    /// Several changes belong into one `batchUpdate`: each change by itself may turn location services off and on.
    public struct Config: Sendable {
        let owner: BackgroundGeolocation

        /// All options in force.
        public var current: TrackingConfig { owner.state.config }

        /// How fixes are asked for.
        public var geolocation: GeolocationConfig {
            get { current.geolocation }
            nonmutating set { batchUpdate { $0.geolocation = newValue } }
        }

        /// How moving and stationary are told apart.
        public var activity: ActivityConfig {
            get { current.activity }
            nonmutating set { batchUpdate { $0.activity = newValue } }
        }

        /// How tracking goes with the app's life.
        public var app: AppConfig {
            get { current.app }
            nonmutating set { batchUpdate { $0.app = newValue } }
        }

        /// How records are uploaded.
        public var http: HttpConfig {
            get { current.http }
            nonmutating set { batchUpdate { $0.http = newValue } }
        }

        /// How records are stored.
        public var persistence: PersistenceConfig {
            get { current.persistence }
            nonmutating set { batchUpdate { $0.persistence = newValue } }
        }

        /// What a developer is told.
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
        /// - Parameter change: sets options on those in force.
        public func batchUpdate(_ change: (inout TrackingConfig) -> Void) {
            owner.lane.withLock {
                owner.begin(.user)
                // Called while nothing is held, so that it may ask for what it likes.
                let old = owner.session.withLock { $0.tracking.config }
                var new = old
                change(&new)
                // The groups alone: options stay those of this phone's system.
                let given = new.moved(to: old.platform)
                owner.decide { $0.configure(at: $1) { $0 = given } }
                guard given.authorization.accessToken != old.authorization.accessToken else { return }
                owner.add(.tokenChanged, at: owner.phone.now())
                owner.work()
            }
        }

        /// Puts every option back to its documented default.
        ///
        /// Transistor, BGGeo.ready, second example.
        public func reset() { owner.decide { $0.resetConfig(at: $1) } }
    }
}
