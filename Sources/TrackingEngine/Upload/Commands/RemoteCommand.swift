public import TrackingModel

/// What a server tells the SDK to do in its answer to an upload.
///
/// Transistor, HTTP guide, "Remote commands".
public enum RemoteCommand: Hashable, Sendable {
    /// Begins tracking.
    case start
    /// Ends tracking.
    case stop
    /// Watches geofences alone.
    case startGeofences
    /// Begins the moving state, or ends it.
    case changePace(isMoving: Bool)
    /// Changes options: an object, which is read as `ConfigPatch` reads one.
    case setConfig([String: ConfigValue])
    /// Adds a fence.
    case addGeofence(TrackedGeofence)
    /// Adds fences.
    case addGeofences([TrackedGeofence])
    /// Removes the fence with a name.
    case removeGeofence(String)
    /// Removes the fences with these names.
    case removeGeofences([String])
    /// Removes all fences.
    case removeAllGeofences
    /// Sends the SDK's log to an address.
    case uploadLog(url: String)
    /// Deletes the SDK's log.
    case destroyLog
    /// Follows the schedule.
    case startSchedule
    /// Follows it no longer.
    case stopSchedule
}

/// The commands of one answer.
public struct RemoteCommands: Hashable, Sendable {
    /// Something in the answer that could not be read and is skipped.
    public struct Problem: Hashable, Sendable {
        /// Which of the commands, from 0.
        public let index: Int
        /// The command's name; `nil` where it has none.
        public let command: String?
        /// What is wrong and what was expected, as a sentence for a person.
        public let message: String

        /// Makes a problem.
        ///
        /// - Parameters:
        ///   - index: which of the commands, from 0.
        ///   - command: the command's name; `nil` where it has none.
        ///   - message: what is wrong and what was expected.
        public init(index: Int, command: String?, message: String) {
            self.index = index
            self.command = command
            self.message = message
        }
    }

    /// What is to be done, in this order.
    public var commands: [RemoteCommand] = []
    /// What could not be read.
    public var problems: [Problem] = []

    /// Nothing to do.
    public init() {}

    /// Whether there is nothing in it, neither to do nor to report.
    public var isEmpty: Bool { commands.isEmpty && problems.isEmpty }
}
