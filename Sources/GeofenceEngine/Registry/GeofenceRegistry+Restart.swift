internal import VisitModel

extension GeofenceRegistry {
    /// The phone was switched off and on.
    ///
    /// Android forgets every geofence (Google, "Create and monitor geofences": "the device is rebooted"); iOS keeps them.
    ///
    /// - Returns: what the system lost.
    public mutating func reboot() -> RegistryChange { loseAll() }

    /// The app was replaced by a newer version.
    ///
    /// Google's guide does not list it, but the pending intent that geofences hang on can be cancelled by an update, so on
    /// Android they are taken for lost; iOS keeps them.
    ///
    /// - Returns: what the system lost.
    public mutating func appUpdate() -> RegistryChange { loseAll() }

    /// Registers what the app remembers, at once and without knowing where the phone is.
    ///
    /// - Returns: what had to be registered again; nothing where the system had kept it.
    public mutating func restore() -> RegistryChange {
        // The saved set is never larger than the limit, and what the system watches is never outside of it.
        let lost = saved.filter { !registered.containsSorted($0) }
        replaceRegistered(with: saved)
        return RegistryChange(unregistered: .fences([]), registered: lost)
    }

    /// The system watches nothing any more, on either platform: location is off, a permission or Play services are gone.
    ///
    /// - Returns: what the system lost; the saved set stays.
    public mutating func lose() -> RegistryChange {
        guard !registered.isEmpty else { return .nothing }
        replaceRegistered(with: [])
        return RegistryChange(unregistered: .all, registered: [])
    }

    /// The app wants nothing watched any more.
    ///
    /// - Returns: what the system no longer watches; nothing is saved either.
    public mutating func clear() -> RegistryChange {
        let change = lose()
        replaceSaved(with: [])
        return change
    }

    private mutating func loseAll() -> RegistryChange { platform == .android ? lose() : .nothing }
}
