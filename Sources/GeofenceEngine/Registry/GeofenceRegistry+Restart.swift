internal import VisitModel

extension GeofenceRegistry {
    /// Simulates a reboot of the phone.
    ///
    /// Android forgets every geofence (Google, "Create and monitor geofences": "the device is rebooted"); iOS keeps
    /// them.
    ///
    /// - Returns: what the system lost.
    public mutating func reboot() -> RegistryChange { loseAll() }

    /// Simulates the replacement of the app by a newer version.
    ///
    /// Google's guide does not list it, but an update can cancel the pending intent of the geofences, so on Android
    /// they are treated as lost; iOS keeps them.
    ///
    /// - Returns: what the system lost.
    public mutating func appUpdate() -> RegistryChange { loseAll() }

    /// Registers the saved set at once, without knowing the phone's location.
    ///
    /// - Returns: what had to be registered again; nothing where the system had kept it.
    public mutating func restore() -> RegistryChange {
        // The saved set never exceeds the limit, and always contains what the system watches.
        let lost = saved.filter { !registered.containsSorted($0) }
        replaceRegistered(with: saved)
        return RegistryChange(unregistered: .fences([]), registered: lost)
    }

    /// Removes everything the system watches, on either platform: location is off, a permission or Play services are
    /// gone.
    ///
    /// - Returns: what the system lost; the saved set stays.
    public mutating func lose() -> RegistryChange {
        guard !registered.isEmpty else { return .nothing }
        replaceRegistered(with: [])
        return RegistryChange(unregistered: .all, registered: [])
    }

    /// Removes everything at the app's request.
    ///
    /// - Returns: what the system no longer watches; the saved set is empty too.
    public mutating func clear() -> RegistryChange {
        let change = lose()
        replaceSaved(with: [])
        return change
    }

    private mutating func loseAll() -> RegistryChange { platform == .android ? lose() : .nothing }
}
