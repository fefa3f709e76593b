internal import MobileSDKCore
internal import PhoneStore
internal import TrackingEngine
internal import TrackingModel
internal import VisitModel

/// Performs the commands of the server in a response to an upload.
struct RemoteCommandExecutor: Sendable {
    let session: SharedSession
    let persistence: TrackingPersistence
    let events: EventDelivery

    /// Logs the commands that cannot be parsed or performed; `sendLog` uploads the log to an address.
    func perform(_ commands: RemoteCommands, at time: Timestamp, sendLog: (String) -> Void) {
        for problem in commands.problems {
            session.log(.warning, "command of the server: \(problem.message)", at: time)
        }
        for command in commands.commands {
            session.log(.info, "command of the server: \(command.name)", at: time)
            perform(command, at: time, sendLog: sendLog)
        }
    }

    private func perform(_ command: RemoteCommand, at time: Timestamp, sendLog: (String) -> Void) {
        switch command {
        case .start: begin(.location, at: time)
        case .startGeofences: begin(.geofences, at: time)
        case .stop: add { $0.stop(at: $1) }
        case .changePace(let isMoving): add { $0.changePace(isMoving, at: $1) }
        case .setConfig(let options): setConfig(options, at: time)
        case .addGeofence(let geofence): add { $0.addGeofences([geofence], at: $1) }
        case .addGeofences(let geofences): add { $0.addGeofences(geofences, at: $1) }
        case .removeGeofence(let name): add { $0.removeGeofences([name], at: $1) }
        case .removeGeofences(let names): add { $0.removeGeofences(names, at: $1) }
        case .removeAllGeofences: add { $0.removeGeofences(nil, at: $1) }
        case .uploadLog(let url): sendLog(url)
        case .destroyLog: destroyLog(at: time)
        case .startSchedule: add { $0.startSchedule(at: $1) }
        case .stopSchedule: add { $0.stopSchedule(at: $1) }
        }
        func add(_ decide: (inout BackgroundTracking, Timestamp) -> [TrackingEffect]) {
            session.withLock { $0.add(.tracking(decide(&$0.tracking, time), time)) }
        }
    }

    /// Starts tracking, as far as the permissions allow it, without prompting: the member may not be present.
    private func begin(_ mode: TrackingState.Mode, at time: Timestamp) {
        do {
            try session.withLock { session in
                let effects =
                    try mode == .location ? session.tracking.start(at: time) : session.tracking.startGeofences(at: time)
                session.add(.tracking(effects.filter { !$0.asksMember }, time))
                session.add(.tracking(session.tracking.promptsEnded(at: time), time))
            }
        } catch {
            session.log(.warning, "the server's command to start tracking failed: \(error)", at: time)
        }
    }

    private func setConfig(_ options: [String: ConfigValue], at time: Timestamp) {
        do {
            let (patch, warnings) = try ConfigPatch.read(.object(options))
            for warning in warnings { events.emit(.warning(warning), at: time) }
            session.withLock { $0.add(.tracking($0.tracking.configure(patch, at: time), time)) }
        } catch {
            session.log(.warning, "the server's options can't be used: \(error.message)", at: time)
        }
    }

    private func destroyLog(at time: Timestamp) {
        do {
            try persistence.deleteLog()
        } catch {
            session.log(.error, "the log can't be deleted: \(error)", at: time)
        }
    }
}

extension TrackingEffect {
    fileprivate var asksMember: Bool { if case .requestPermission = self { true } else { false } }
}

extension RemoteCommand {
    fileprivate var name: String {
        switch self {
        case .start: "start"
        case .stop: "stop"
        case .startGeofences: "startGeofences"
        case .changePace(let isMoving): "changePace \(isMoving)"
        case .setConfig(let options): "setConfig \(options.keys.sorted().joined(separator: ", "))"
        case .addGeofence, .addGeofences: "addGeofences"
        case .removeGeofence, .removeGeofences, .removeAllGeofences: "removeGeofences"
        case .uploadLog: "uploadLog"
        case .destroyLog: "destroyLog"
        case .startSchedule: "startSchedule"
        case .stopSchedule: "stopSchedule"
        }
    }
}
