package import MobileSDKCore
internal import PhoneOS
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Adds, removes and finds geofences; may be used before `ready`.
    public var geofences: Geofences { Geofences(owner: self) }

    /// The geofences that the app has added, without a limit: the phone monitors the nearest (Transistor,
    /// "Geofencing").
    public struct Geofences: Sendable {
        let owner: BackgroundGeolocation

        /// Adds a geofence; one of the same name is replaced and its state is reset.
        ///
        /// Throws `MobileSDKError` with code `storage` if the phone's file cannot be read or written, as all changes
        /// do.
        public func add(_ geofence: TrackedGeofence) async throws { try addNow([geofence]) }

        /// Adds geofences, of equal names the last; one call is far faster than many.
        public func add(_ geofences: [TrackedGeofence]) async throws { try addNow(geofences) }

        /// The synchronous form, for a simulation that runs everything in order.
        package func addNow(_ geofences: [TrackedGeofence]) throws(MobileSDKError) {
            try change { $0.addGeofences(geofences, at: $1) }
        }

        /// Removes a geofence; no exit is emitted if the phone is inside, and an unknown name is ignored.
        public func remove(_ identifier: String) async throws { try removeNow([identifier]) }

        /// Removes geofences; unknown names are ignored.
        public func remove(_ identifiers: [String]) async throws { try removeNow(identifiers) }

        /// Removes all geofences.
        public func removeAll() async throws { try removeNow(nil) }

        /// The synchronous form, for a simulation that runs everything in order; `nil` stands for all.
        package func removeNow(_ identifiers: [String]?) throws(MobileSDKError) {
            try change { $0.removeGeofences(identifiers, at: $1) }
        }

        /// Returns a geofence with its state; `nil` if there is none of the name.
        public func get(_ identifier: String) -> TrackedGeofence? { stored[identifier] }

        /// Returns all geofences, in order of their names.
        public func getAll() -> [TrackedGeofence] { stored.all }

        /// Returns whether there is a geofence of a name.
        public func exists(_ identifier: String) -> Bool { stored[identifier] != nil }

        private var stored: StoredGeofences {
            owner.runtime.call { owner.runtime.session.withLock { $0.tracking.geofences.stored } }
        }

        private func change(
            _ change: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]
        ) throws(MobileSDKError) {
            owner.runtime.decide(change)
            if let error = owner.runtime.session.withLock({ $0.storageError }) { throw error }
        }
    }
}
