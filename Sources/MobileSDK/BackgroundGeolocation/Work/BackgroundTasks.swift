internal import PhoneOS
internal import VisitModel

/// Begins and ends iOS's background tasks, for as long as `BackgroundTime` allows it.
struct BackgroundTasks: Sendable {
    let phone: any PhoneOS
    let session: SharedSession

    /// On iOS, if enough time is left for the task.
    func begin(_ name: String, at time: Timestamp) {
        guard session.withLock({ $0.backgroundTime.begin(name, at: time) }) else { return }
        phone.beginBackgroundTask(named: name)
    }

    /// A task that was not begun is ignored.
    func end(_ name: String) {
        guard session.withLock({ $0.backgroundTime.end(name) }) else { return }
        phone.endBackgroundTask(named: name)
    }
}

enum TaskName {
    static let position = "bggeo.position"
    static let upload = "bggeo.upload"
    static let log = "bggeo.log"
    static func own(_ id: Int) -> String { "bggeo.app.\(id)" }
}

/// The background time that iOS grants, and the background tasks in progress.
///
/// A task that is begun after this time costs the process. iOS grants some 30 seconds from leaving the foreground, from
/// the launch or from the wake-up, and no more before they are over (`PhonePower.beginBackgroundTask`): so a task is
/// only begun while enough of them is left. An app in the foreground, or one that location updates keep running, needs
/// none.
struct BackgroundTime: Hashable, Sendable {
    private let platform: Platform
    private var isOnScreen = true
    /// The end of the granted time.
    private var limit: Timestamp?
    private var begun: Set<String> = []

    /// The time that iOS lets a woken app run with a task, in seconds.
    static let givenSeconds = 30.0
    /// The minimum remaining time to begin a task, in seconds: iOS warns about five before the end, and this is
    /// earlier.
    static let spareSeconds = 8.0

    init(platform: Platform) { self.platform = platform }

    /// Records that the process started, or that the app entered or left the foreground.
    mutating func moved(toScreen isOnScreen: Bool, at time: Timestamp) {
        self.isOnScreen = isOnScreen
        limit = isOnScreen ? nil : time.advanced(bySeconds: Self.givenSeconds)
    }

    /// Records that the system woke the app, or that what kept it running ended: time is granted again if the last was
    /// over.
    mutating func woke(at time: Timestamp) {
        guard !isOnScreen, limit.map({ $0 <= time }) ?? true else { return }
        limit = time.advanced(bySeconds: Self.givenSeconds)
    }

    /// Returns whether to request the task from the phone; false if it is in progress, or too little time is left.
    mutating func begin(_ name: String, at time: Timestamp) -> Bool {
        guard platform == .ios, !begun.contains(name) else { return false }
        guard isOnScreen || limit.map({ time.advanced(bySeconds: Self.spareSeconds) < $0 }) ?? false else {
            return false
        }
        begun.insert(name)
        return true
    }

    /// Returns whether the task was in progress, so that the phone must end it too.
    mutating func end(_ name: String) -> Bool { begun.remove(name) != nil }
}

extension PhoneSignal {
    /// Whether iOS gives an app some seconds to run for it.
    var wakesApp: Bool {
        switch self {
        case .launched, .regionTransition, .visit, .backgroundFetch, .fix(_, .significantChange): true
        default: false
        }
    }
}
