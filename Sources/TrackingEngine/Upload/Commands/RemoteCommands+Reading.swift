internal import TrackingModel
internal import Foundation

extension RemoteCommands {
    /// The key of the commands in a response.
    static let key = "background_geolocation"

    /// Parses a response body in UTF-8.
    ///
    /// Commands are a list of lists, or one command as one list: a name, and its argument where it has one. A command
    /// that cannot be parsed is reported and skipped; the others are performed. A response that is no JSON has no
    /// commands.
    public static func read(_ answer: [UInt8]) -> RemoteCommands {
        var commands = RemoteCommands()
        // Most responses contain no commands and are not parsed.
        guard answer.firstRange(of: Array(key.utf8)) != nil,
            case .object(let object)? = try? JSONDecoder().decode(ConfigValue.self, from: Data(answer)),
            let value = object[key], value != .null
        else { return commands }
        guard case .list(let list) = value else {
            commands.report(0, nil, "`\(key)` is \(value), expected a list such as [[\"start\"]]")
            return commands
        }
        if case .text? = list.first {
            commands.read(list, at: 0)
            return commands
        }
        for (index, element) in list.enumerated() {
            if case .list(let command) = element {
                commands.read(command, at: index)
            } else {
                commands.report(index, nil, "the command is \(element), expected a list such as [\"start\"]")
            }
        }
        return commands
    }

    /// Parses one command; elements after its argument are ignored.
    private mutating func read(_ list: [ConfigValue], at index: Int) {
        guard case .text(let name)? = list.first else {
            return report(index, nil, "the command has no name, expected a list such as [\"start\"]")
        }
        let argument = list.dropFirst().first
        switch name {
        case "start": commands.append(.start)
        case "stop": commands.append(.stop)
        case "startGeofences": commands.append(.startGeofences)
        case "startSchedule": commands.append(.startSchedule)
        case "stopSchedule": commands.append(.stopSchedule)
        case "destroyLog": commands.append(.destroyLog)
        case "changePace": append(argument, name, index) { .changePace(isMoving: $0) }
        case "setConfig": append(argument, name, index) { .setConfig($0) }
        case "removeGeofence": append(argument, name, index) { .removeGeofence($0) }
        case "uploadLog": readLogAddress(argument, index)
        case "addGeofence": readGeofence(argument, index)
        case "addGeofences": readGeofences(argument, index)
        case "removeGeofences": readRemoval(argument, index)
        default: report(index, name, "there is no command `\(name)`")
        }
    }

    private mutating func append<Argument: ConfigConvertible>(
        _ argument: ConfigValue?,
        _ name: String,
        _ index: Int,
        _ make: (Argument) -> RemoteCommand
    ) {
        if let value = argument.flatMap(Argument.init(configValue:)) {
            commands.append(make(value))
        } else {
            reportArgument(index, name, argument, expected: Argument.expected)
        }
    }

    private mutating func readLogAddress(_ argument: ConfigValue?, _ index: Int) {
        guard case .text(let url)? = argument, UploadAddress.isValid(url) else {
            return reportArgument(index, "uploadLog", argument, expected: "an http or https address")
        }
        commands.append(.uploadLog(url: url))
    }

    private mutating func readGeofence(_ argument: ConfigValue?, _ index: Int) {
        guard let fence = fence(argument ?? .null, "addGeofence", index) else { return }
        commands.append(.addGeofence(fence))
    }

    /// Of several geofences the valid ones are added.
    private mutating func readGeofences(_ argument: ConfigValue?, _ index: Int) {
        guard case .list(let list)? = argument else {
            return reportArgument(index, "addGeofences", argument, expected: "a list of fences")
        }
        var fences: [TrackedGeofence] = []
        for value in list {
            if let fence = fence(value, "addGeofences", index) { fences.append(fence) }
        }
        if !fences.isEmpty { commands.append(.addGeofences(fences)) }
    }

    private mutating func fence(_ value: ConfigValue, _ name: String, _ index: Int) -> TrackedGeofence? {
        do {
            return try TrackedGeofence(reading: value)
        } catch {
            report(index, name, error.message)
            return nil
        }
    }

    /// Only a command without an argument removes all geofences: an empty or invalid list removes none.
    private mutating func readRemoval(_ argument: ConfigValue?, _ index: Int) {
        guard let argument else { return commands.append(.removeAllGeofences) }
        guard case .list(let list) = argument else {
            let expected = "a list of names, or nothing for all fences"
            return reportArgument(index, "removeGeofences", argument, expected: expected)
        }
        var names: [String] = []
        for value in list {
            if case .text(let name) = value {
                names.append(name)
            } else {
                report(index, "removeGeofences", "a name is \(value), expected a text")
            }
        }
        if !names.isEmpty { commands.append(.removeGeofences(names)) }
    }

    private mutating func reportArgument(_ index: Int, _ name: String, _ argument: ConfigValue?, expected: String) {
        report(index, name, "the argument of `\(name)` is \(argument?.description ?? "missing"), expected \(expected)")
    }

    private mutating func report(_ index: Int, _ command: String?, _ message: String) {
        problems.append(Problem(index: index, command: command, message: message))
    }
}
