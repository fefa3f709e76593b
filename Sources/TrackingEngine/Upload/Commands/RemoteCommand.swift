public import TrackingModel
/// A command to the SDK in a server's response to an upload (Transistor, HTTP guide, "Remote commands").
public enum RemoteCommand: Hashable, Sendable {
    /// Starts tracking.
    case start
    /// Stops tracking.
    case stop
    /// Starts the monitoring of geofences alone.
    case startGeofences
    /// Enters or leaves the moving state.
    case changePace(isMoving: Bool)
    /// Changes options: an object that `ConfigPatch` parses.
    case setConfig([String: ConfigValue])
    /// Adds a geofence.
    case addGeofence(TrackedGeofence)
    /// Adds geofences.
    case addGeofences([TrackedGeofence])
    /// Removes the geofence with this name.
    case removeGeofence(String)
    /// Removes the geofences with these names.
    case removeGeofences([String])
    /// Removes all geofences.
    case removeAllGeofences
    /// Uploads the SDK's log to an address.
    case uploadLog(url: String)
    /// Deletes the SDK's log.
    case destroyLog
    /// Starts the schedule.
    case startSchedule
    /// Stops the schedule.
    case stopSchedule
}

/// The commands of one response.
public struct RemoteCommands: Hashable, Sendable {
    /// A part of the response that could not be parsed and is skipped.
    public struct Problem: Hashable, Sendable {
        /// The index of the command, from 0.
        public let index: Int
        /// The command's name; `nil` where it has none.
        public let command: String?
        /// A sentence for the user: what is wrong and what was expected.
        public let message: String
    }

    /// The commands to perform, in this order.
    public var commands: [RemoteCommand] = []
    /// The parts that could not be parsed.
    public var problems: [Problem] = []

    /// No commands.
    public init() {}

    /// Whether there are neither commands nor problems.
    public var isEmpty: Bool { commands.isEmpty && problems.isEmpty }
}
