import TrackingModel
import VisitModel

extension TrackedGeofence {
    /// The longest name, in UTF-16 units: Android refuses longer ones (Google, Geofence.Builder.setRequestId).
    ///
    /// The limit is the same on both platforms, so that a record accepted by one phone is accepted by all.
    public static let longestIdentifier = 100

    /// The record in the state in which it is added, before any transition.
    ///
    /// Transistor types, Geofence.identifier: an existing identifier is deleted and inserted again.
    public var startingOver: TrackedGeofence {
        var record = self
        record.hits = 0
        record.entryState = .outside
        record.stateUpdatedAt = nil
        return record
    }

    /// Whether the phone is requested to report exits, so that the stored state is reliable.
    ///
    /// A fence that emits entries alone is registered for entries alone, and its exit is never reported. A polygon
    /// needs the exit of its circle in any case.
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
            throw .geofence("geofence.identifier: \"\(name)\" is reserved by the SDK, choose another name")
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
                "geofence.notifyOnEntry: the geofence \"\(identifier)\" has no notifications, "
                    + "set notifyOnEntry, notifyOnExit or notifyOnDwell"
            )
        }
    }

    /// A year: a longer delay is a mistake of units.
    private static let longestDelay = Duration.seconds(366 * 86_400)
}

extension TrackingEngineError {
    /// An error for a geofence that cannot be monitored.
    static func geofence(_ message: String) -> TrackingEngineError { TrackingEngineError(.options, message) }
}
