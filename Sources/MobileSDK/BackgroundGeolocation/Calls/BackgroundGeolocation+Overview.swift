public import PhoneStore
public import TrackingEngine

/// The methods that the document's overview lists on the SDK itself and that the groups provide too.
///
/// Transistor, BGGeo, "Overview".
extension BackgroundGeolocation {
    /// Returns the odometer, in metres; the same as `odometer`.
    ///
    /// - Returns: metres.
    public func getOdometer() -> Double { odometer }

    /// Returns the current state; the same as `state`.
    ///
    /// - Returns: a copy.
    public func getState() -> State { state }

    /// Adds a geofence; the same as `geofences.add`.
    ///
    /// - Parameter geofence: replaces one of the same name.
    /// - Throws: as `Geofences.add`.
    public func addGeofence(_ geofence: TrackedGeofence) async throws { try await geofences.add(geofence) }

    /// Returns the stored geofences; the same as `geofences.getAll`.
    ///
    /// - Returns: all of them.
    public func getGeofences() -> [TrackedGeofence] { geofences.getAll() }

    /// Removes every geofence; the same as `geofences.removeAll`.
    ///
    /// - Throws: as `Geofences.removeAll`.
    public func removeGeofences() async throws { try await geofences.removeAll() }

    /// Returns the waiting records; the same as `store.getLocations`.
    ///
    /// - Returns: the records, in the order in which they are sent.
    /// - Throws: as `Store.getLocations`.
    public func getLocations() throws -> [TrackingRecord] { try store.getLocations() }

    /// Returns the number of waiting records; the same as `store.getCount`.
    ///
    /// - Returns: the number.
    /// - Throws: as `Store.getCount`.
    public func getCount() throws -> Int { try store.getCount() }

    /// Uploads all waiting records; the same as `store.sync`.
    ///
    /// - Returns: the sent records.
    /// - Throws: as `Store.sync`.
    public func sync() async throws -> [UploadRecord] { try await store.sync() }

    /// Deletes every record; the same as `store.destroyLocations`.
    ///
    /// - Throws: as `Store.destroyLocations`.
    public func destroyLocations() throws { try store.destroyLocations() }
}
