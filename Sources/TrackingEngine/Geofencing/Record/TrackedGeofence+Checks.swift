import TrackingModel
import VisitModel

extension TrackedGeofence {
    /// The longest name, in UTF-16 units: Android refuses longer ones (Google, Geofence.Builder.setRequestId).
    ///
    /// The same on both platforms, so that a record that one phone took is taken by all.
    public static let longestIdentifier = 100

    /// The record as it is added: nothing of it has happened yet.
    ///
    /// Transistor types, Geofence.identifier: an identifier that exists is deleted and inserted again.
    public var startingOver: TrackedGeofence {
        var record = self
        record.hits = 0
        record.entryState = .outside
        record.stateUpdatedAt = nil
        return record
    }

    /// Whether the phone is asked for exits, so that what is kept of the state can be trusted.
    ///
    /// A fence that tells entries alone is registered for entries alone; nobody says when it was left. A polygon needs
    /// the exit of its circle in any case.
    public var watchesExit: Bool { notifyOnExit || notifyOnDwell || polygon != nil }

    static func checkedIdentifier(_ text: String) throws(TrackingEngineError) -> String {
        let name: String
        do {
            name = try Identifier<TrackedGeofence>(text).text
        } catch {
            throw .geofence("geofence.identifier: \(error.message)")
        }
        guard name.utf16.count <= longestIdentifier else {
            throw .geofence(
                "geofence.identifier: \"\(name)\" has \(name.utf16.count) characters, expected at most \(longestIdentifier)"
            )
        }
        guard !TrackedRegion.reservedIDs.contains(name) else {
            throw .geofence("geofence.identifier: \"\(name)\" is a region of the SDK's own, choose another name")
        }
        return name
    }

    static func checkedRadius(_ meters: Double, of what: String) throws(TrackingEngineError) -> Double {
        do {
            return try Radius(meters: meters).meters
        } catch {
            throw .geofence("\(what): \(error.message)")
        }
    }

    static func checkedDelay(_ delay: Duration) throws(TrackingEngineError) -> Duration {
        guard delay >= .zero, delay <= longestDelay else {
            throw .geofence(
                "geofence.loiteringDelay: expected 0 to \(longestDelay.wholeMilliseconds) milliseconds, "
                    + "not \(delay.wholeMilliseconds)"
            )
        }
        return .milliseconds(delay.wholeMilliseconds)
    }

    func checkTells() throws(TrackingEngineError) {
        guard notifyOnEntry || notifyOnExit || notifyOnDwell else {
            throw .geofence(
                "geofence.notifyOnEntry: the fence \"\(identifier)\" tells nothing, "
                    + "set notifyOnEntry, notifyOnExit or notifyOnDwell"
            )
        }
    }

    /// A year: what is longer is a mistake of units.
    private static let longestDelay = Duration.seconds(366 * 86_400)
}

extension TrackingEngineError {
    /// A geofence that can't be watched.
    static func geofence(_ message: String) -> TrackingEngineError { TrackingEngineError(.options, message) }
}
