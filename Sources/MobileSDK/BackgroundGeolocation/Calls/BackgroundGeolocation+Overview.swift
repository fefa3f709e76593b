public import TrackingEngine
public import VisitStore

/// The methods that the document's overview names on the SDK itself, where the groups have them too.
///
/// Transistor, BGGeo, "Overview".
extension BackgroundGeolocation {
    /// The odometer, in metres; the same as `odometer`.
    ///
    /// - Returns: metres.
    public func getOdometer() -> Double { odometer }

    /// How things are now; the same as `state`.
    ///
    /// - Returns: a copy.
    public func getState() -> State { state }

    /// Adds a geofence; the same as `geofences.add`.
    ///
    /// - Parameter geofence: one of a name that is there takes its place.
    /// - Throws: what `Geofences.add` throws.
    public func addGeofence(_ geofence: TrackedGeofence) async throws { try await geofences.add(geofence) }

    /// The geofences that are stored; the same as `geofences.getAll`.
    ///
    /// - Returns: all of them.
    public func getGeofences() -> [TrackedGeofence] { geofences.getAll() }

    /// Removes every geofence; the same as `geofences.removeAll`.
    ///
    /// - Throws: what `Geofences.removeAll` throws.
    public func removeGeofences() async throws { try await geofences.removeAll() }

    /// The records that wait; the same as `store.getLocations`.
    ///
    /// - Returns: in the order in which they were recorded.
    /// - Throws: what `Store.getLocations` throws.
    public func getLocations() throws -> [TrackingRecord] { try store.getLocations() }

    /// How many records wait; the same as `store.getCount`.
    ///
    /// - Returns: the number.
    /// - Throws: what `Store.getCount` throws.
    public func getCount() throws -> Int { try store.getCount() }

    /// Uploads everything that waits; the same as `store.sync`.
    ///
    /// - Returns: what was sent.
    /// - Throws: what `Store.sync` throws.
    public func sync() async throws -> [UploadRecord] { try await store.sync() }

    /// Deletes every record; the same as `store.destroyLocations`.
    ///
    /// - Throws: what `Store.destroyLocations` throws.
    public func destroyLocations() throws { try store.destroyLocations() }
}
