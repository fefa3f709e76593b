internal import PhoneOS
internal import VisitModel

/// When iOS gives time for background tasks, and which are begun.
///
/// A task that is begun when the time is over costs the process. iOS gives some 30 seconds from leaving the screen, from the
/// start or from the waking, and none anew before they are over (`PhonePower.beginBackgroundTask`): so a task is only begun
/// while enough of them is left. An app on the screen, or one that location updates keep running, needs none.
struct BackgroundTime: Hashable, Sendable {
    private let platform: Platform
    private var isOnScreen = true
    /// When the time that was given is over.
    private var limit: Timestamp?
    private var begun: Set<String> = []

    /// How long iOS lets a woken app run with a task, in seconds.
    static let givenSeconds = 30.0
    /// How long before the end no task is begun any more, in seconds: iOS warns about five before, and this is earlier.
    static let spareSeconds = 8.0

    init(platform: Platform) {
        self.platform = platform
    }

    /// The process began, or the app came to the screen or left it.
    mutating func moved(toScreen isOnScreen: Bool, at time: Timestamp) {
        self.isOnScreen = isOnScreen
        limit = isOnScreen ? nil : time.advanced(bySeconds: Self.givenSeconds)
    }

    /// The system woke the app, or what kept it running ended: time is given anew where the last was over.
    mutating func woke(at time: Timestamp) {
        guard !isOnScreen, limit.map({ $0 <= time }) ?? true else { return }
        limit = time.advanced(bySeconds: Self.givenSeconds)
    }

    /// Begins a task.
    ///
    /// - Returns: whether the phone is to be asked for it; false where it is begun, or no time is left for it.
    mutating func begin(_ name: String, at time: Timestamp) -> Bool {
        guard platform == .ios, !begun.contains(name) else { return false }
        guard isOnScreen || limit.map({ time.advanced(bySeconds: Self.spareSeconds) < $0 }) ?? false else {
            return false
        }
        begun.insert(name)
        return true
    }

    /// Ends a task.
    ///
    /// - Returns: whether it was begun, so that the phone is to be told.
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
