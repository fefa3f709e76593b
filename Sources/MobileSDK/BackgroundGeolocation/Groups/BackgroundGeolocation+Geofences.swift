internal import Foundation
internal import PhoneOS
internal import Synchronization
public import TrackingEngine
internal import VisitModel

extension BackgroundGeolocation {
    /// Adds, removes and looks up geofences; safe before `ready`.
    public var geofences: Geofences { Geofences(owner: self) }

    /// The geofences that the app has added, however many: the phone watches the nearest of them.
    ///
    /// Transistor, "Geofencing".
    public struct Geofences: Sendable {
        let owner: BackgroundGeolocation

        /// Adds a geofence; one of the same name is replaced and starts over.
        ///
        /// - Parameter geofence: the geofence.
        /// - Throws: `MobileSDKError` with code `storage` where the phone's file can't be read or written.
        public func add(_ geofence: TrackedGeofence) async throws { try addNow([geofence]) }

        /// Adds geofences; one call is far quicker than many.
        ///
        /// - Parameter geofences: of equal names the last counts.
        /// - Throws: as for one.
        public func add(_ geofences: [TrackedGeofence]) async throws { try addNow(geofences) }

        /// The same at once, for a simulation in which everything has its turn.
        package func addNow(_ geofences: [TrackedGeofence]) throws(MobileSDKError) {
            try change { $0.addGeofences(geofences, at: $1) }
        }

        /// Removes a geofence; no exit is told of one that the phone is in.
        ///
        /// - Parameter identifier: its name; one that is not there is ignored.
        /// - Throws: as `add`.
        public func remove(_ identifier: String) async throws { try removeNow([identifier]) }

        /// Removes geofences.
        ///
        /// - Parameter identifiers: their names; those that are not there are ignored.
        /// - Throws: as `add`.
        public func remove(_ identifiers: [String]) async throws { try removeNow(identifiers) }

        /// Removes all geofences.
        ///
        /// - Throws: as `add`.
        public func removeAll() async throws { try removeNow(nil) }

        /// The same at once, for a simulation in which everything has its turn.
        ///
        /// - Parameter identifiers: their names; `nil` for all.
        /// - Throws: as `add`.
        package func removeNow(_ identifiers: [String]?) throws(MobileSDKError) {
            try change { $0.removeGeofences(identifiers, at: $1) }
        }

        /// A geofence with what is known of it.
        ///
        /// - Parameter identifier: its name.
        /// - Returns: `nil` where there is none.
        public func get(_ identifier: String) -> TrackedGeofence? { stored[identifier] }

        /// All geofences, in the order of their names.
        public func getAll() -> [TrackedGeofence] { stored.all }

        /// Whether there is a geofence of a name.
        ///
        /// - Parameter identifier: the name.
        /// - Returns: true where there is one.
        public func exists(_ identifier: String) -> Bool { stored[identifier] != nil }

        private var stored: StoredGeofences {
            owner.lane.withLock {
                owner.begin(.user)
                return owner.session.withLock { $0.tracking.geofences.stored }
            }
        }

        private func change(
            _ change: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]
        ) throws(MobileSDKError) {
            owner.decide(change)
            if let trouble = owner.session.withLock({ $0.storageTrouble }) { throw trouble }
        }
    }
}
